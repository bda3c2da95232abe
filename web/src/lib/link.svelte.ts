/** The one WebSocket of the page: watches seats, sends answers, and connects again by itself from where it was. */

import { untrack } from "svelte";
import { Refused } from "./api";
import { currentLocale } from "./i18n";
import { type ChatLine, readServerMessage, type ServerMessage, type View } from "./messages";
import { settings } from "./settings.svelte";
import { complain, shared, start } from "./store.svelte";

export interface Watcher {
  table: string;
  seat: string;
  /** Where to resume: how many events are known, and their mark. */
  known(): { since: number; mark: string };
  onview(view: View): void;
  onchat(line: ChatLine): void;
  ongone(): void;
  /** The record does not fit the rules of the server; why, in a sentence. */
  onunfit(text: string): void;
}

/** Refusals of a seat that one had, or thought one had. */
const GONE = ["not found", "wrong seat", "forbidden"];

interface Waiting {
  done(number: number | null): void;
  refused(error: Refused): void;
}

const PING = 30_000;
const LONGEST_WAIT = 8_000;
const NOT_SIGNED_IN = 4401;

class Link {
  state = $state<"connecting" | "open" | "lost">("connecting");
  private socket: WebSocket | null = null;
  private watchers = new Set<Watcher>();
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;

  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    if (this.socket?.readyState === WebSocket.OPEN) this.subscribe(watcher);
    else if (!this.socket) this.connect();
    return () => {
      this.watchers.delete(watcher);
      this.send({ type: "unwatch", table: watcher.table, seat: watcher.seat });
      if (this.watchers.size === 0) this.close();
    };
  }

  /** News is wanted in another way from now on. */
  watchAgain(): void {
    if (this.socket?.readyState === WebSocket.OPEN) for (const watcher of this.watchers) this.subscribe(watcher);
  }

  /** Ask for something and wait until the server has written it down. */
  ask(message: Record<string, unknown>): Promise<number | null> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Refused("offline", "", ""));
        return;
      }
      this.waiting.set(id, { done: resolve, refused: reject });
      this.send({ ...message, id });
    });
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private subscribe(watcher: Watcher): void {
    const { table, seat } = watcher;
    const pictures = untrack(() => settings.pace) !== "instant"; // who is told everything at once needs none of each event
    const asked = { type: "watch", table, seat, ...watcher.known(), locale: currentLocale(), pictures };
    this.ask(asked).catch((error: Refused) => {
      if (GONE.includes(error.why)) watcher.ongone();
      else if (error.why === "other rules") watcher.onunfit(error.message);
      else if (error.why !== "offline") complain(error);
    });
  }

  private connect(): void {
    clearTimeout(this.timer);
    const address = new URL("/api/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.state = "open";
      this.tries = 0;
      for (const watcher of this.watchers) this.subscribe(watcher);
      clearInterval(this.pinger);
      this.pinger = setInterval(() => this.send({ type: "ping" }), PING);
    };
    socket.onmessage = (event) => this.hear(readServerMessage(JSON.parse(String(event.data))));
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      clearInterval(this.pinger);
      for (const { refused } of this.waiting.values()) refused(new Refused("offline", "", ""));
      this.waiting.clear();
      if (this.watchers.size === 0) return;
      this.state = "lost";
      if (code === NOT_SIGNED_IN) void this.askWhoIsHere();
      else this.connectSoon();
    };
  }

  private connectSoon(): void {
    this.timer = setTimeout(() => this.connect(), Math.min(LONGEST_WAIT, 250 * 2 ** this.tries++));
  }

  /** Somebody has signed out, in another tab perhaps: the sign-in screen comes, unless somebody is signed in again. */
  private async askWhoIsHere(): Promise<void> {
    await start().catch(() => undefined);
    if (shared.me?.user && this.watchers.size > 0 && !this.socket) this.connectSoon();
  }

  private close(): void {
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    const socket = this.socket;
    this.socket = null;
    this.state = "connecting";
    socket?.close();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "view":
        for (const watcher of this.watchers)
          if (watcher.table === message.table && watcher.seat === message.seat) watcher.onview(message);
        break;
      case "chat":
        for (const watcher of this.watchers) if (watcher.table === message.table) watcher.onchat(message.line);
        break;
      case "gone":
        for (const watcher of this.watchers) if (watcher.table === message.table) watcher.ongone();
        break;
      case "done":
      case "refused": {
        const waiting = this.waiting.get(Number(message.id));
        this.waiting.delete(Number(message.id));
        if (message.type === "done") waiting?.done(message.number);
        else waiting?.refused(new Refused(message.why, message.rule, message.text));
      }
    }
  }
}

export const link = new Link();

/** "Your turn": the page's title, a dot on its icon, and, for who asked for it, a notification of the browser. */

import { t } from "./i18n";
import { settings } from "./settings.svelte";

const TITLE = "Viermot";
const ICON = "./icon.svg";
const SIZE = 64;

let drawn: Promise<string> | undefined;

/** The icon with a dot in its corner. */
function badged(): Promise<string> {
  drawn ??= new Promise((done) => {
    const plain = new Image();
    plain.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = SIZE;
      const pen = canvas.getContext("2d");
      if (!pen) return done(ICON);
      pen.drawImage(plain, 0, 0, SIZE, SIZE);
      pen.beginPath();
      pen.arc(SIZE - 16, 16, 15, 0, 2 * Math.PI);
      pen.fillStyle = "#f3d27a";
      pen.fill();
      pen.lineWidth = 4;
      pen.strokeStyle = "#0b111c";
      pen.stroke();
      done(canvas.toDataURL("image/png"));
    };
    plain.onerror = () => done(ICON);
    plain.src = ICON;
  });
  return drawn;
}

function icon(): HTMLLinkElement | null {
  return document.querySelector('link[rel="icon"]');
}

const BETWEEN = 400; // milliseconds: between two questions that follow at once, nothing need change
let turn = false;
let shown = false;
let soon: ReturnType<typeof setTimeout> | undefined;

/** It is the reader's turn somewhere, or no more; ``where`` is said in the notification. */
export function yourTurn(now: boolean, where = ""): void {
  if (now && !turn && document.hidden) notify(where);
  turn = now;
  clearTimeout(soon);
  if (turn === shown) return;
  soon = setTimeout(show, turn ? 0 : BETWEEN); // the question itself is drawn first
}

function show(): void {
  shown = turn;
  document.title = shown ? `● ${t("attention.title")} · ${TITLE}` : TITLE;
  const link = icon();
  if (link && shown) void badged().then((picture) => shown && (link.href = picture));
  else if (link) link.href = ICON;
}

export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

function notify(where: string): void {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const told = new Notification(t("attention.title"), { body: where, icon: ICON, tag: "viermot-turn" });
  told.onclick = () => {
    window.focus();
    told.close();
  };
}

/** Asked for by a button: the browser asks the reader in its turn. */
export async function askToNotify(wanted: boolean): Promise<void> {
  settings.notify = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
}

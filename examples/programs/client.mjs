// Plays whole games through `viermot engine`, with nothing but Node.js. docs/engine-protocol.md describes the protocol.
//
//     node examples/programs/client.mjs nightfighter --seat player --scenario 3 --seed 1 -- viermot engine nightfighter
//
// It takes the answer the game suggests where there is one, else one by lot, and prints the result as one line of JSON.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import process from "node:process";

/** The engine at the other end of two pipes: every message gets one answer, in order. */
class Engine {
  constructor(command) {
    this.process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.asked = 0;
  }

  async ask(type, fields = {}) {
    const id = ++this.asked;
    this.process.stdin.write(`${JSON.stringify({ v: 1, type, id, ...fields })}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error("the engine is gone");
    const answer = JSON.parse(value);
    if (answer.id !== id) throw new Error(`answer ${answer.id} to question ${id}`);
    if (answer.type === "error") throw new Error(`${answer.code}: ${answer.message}`);
    return answer;
  }

  async quit() {
    await this.ask("quit");
    return new Promise((resolve) => this.process.on("exit", resolve));
  }
}

/** Random numbers from a seed, so that the same seed is the same game. */
function byLot(seed) {
  let state = seed >>> 0;
  return (size) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * size);
  };
}

function readArguments(words) {
  const split = words.indexOf("--");
  const own = split < 0 ? words : words.slice(0, split);
  const found = { game: own[0], seats: [], scenario: null, seed: "1", options: {} };
  for (let at = 1; at < own.length; at += 2) {
    const value = own[at + 1];
    if (own[at] === "--seat") found.seats.push(value);
    else if (own[at] === "--scenario") found.scenario = value;
    else if (own[at] === "--seed") found.seed = value;
    else if (own[at] === "--options") found.options = JSON.parse(value);
    else throw new Error(`what is ${own[at]}?`);
  }
  return { ...found, command: split < 0 ? ["viermot", "engine", own[0]] : words.slice(split + 1) };
}

async function main() {
  const wanted = readArguments(process.argv.slice(2));
  const engine = new Engine(wanted.command);
  const lot = byLot(Number.parseInt(wanted.seed, 10) || 1);
  const hello = await engine.ask("hello", { seats: wanted.seats });
  const { scenario, options, seed } = wanted;
  let now = await engine.ask("new", { scenario: scenario ?? hello.scenarios[0].id, options, seed });
  let decisions = 0;
  const had = {}; // events of each seat so far: only the next are asked for
  while (!now.over) {
    const decision = now.pending[0];
    const since = had[decision.seat] ?? 0;
    const { events } = await engine.ask("events", { seat: decision.seat, since });
    had[decision.seat] = since + events.length;
    const option = decision.default ?? lot(decision.options.length); // a text, or an index
    now = await engine.ask("decide", { seat: decision.seat, number: decision.number, option });
    decisions += 1;
  }
  const { result, commitment, head, key } = await engine.ask("result");
  const code = await engine.quit();
  const proof = { commitment, head, key };
  const events = Math.max(...Object.values(had));
  console.log(JSON.stringify({ game: hello.name, decisions, events, result, proof, code }));
}

await main();

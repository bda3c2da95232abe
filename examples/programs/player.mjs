// A program that plays a seat when it is asked: `viermot match nightfighter "engine:node examples/programs/player.mjs"
// random --in player`. docs/engine-protocol.md, "A program as a player", describes the conversation.
//
// It answers with what the game suggests, else with the option it has been offered most often, else the first.

import { createInterface } from "node:readline";
import process from "node:process";

let offered = new Map(); // how often each option was offered in this game

function choose({ kind, options, default: suggested }) {
  for (const option of options) offered.set(`${kind} ${option}`, (offered.get(`${kind} ${option}`) ?? 0) + 1);
  if (suggested !== null) return suggested;
  const times = (option) => offered.get(`${kind} ${option}`);
  return options.reduce((best, option) => (times(option) > times(best) ? option : best));
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", name: "player.mjs", wants: ["events"] };
    case "new":
      offered = new Map();
      return { type: "new" };
    case "choose":
      return { type: "choose", option: choose(message.decision) };
    default:
      return { type: "error", code: "bad_message", message: `what is ${message.type}?` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify({ v: 1, ...answer(JSON.parse(line)) })}\n`);
}

// The mappings as one would write them in JavaScript.
//
// Usage: node peer.mjs node params|answer FILE MILLISECONDS: prints the median nanoseconds a call, and an
// output.
import { readFileSync } from "node:fs";

let counter = 0;

const given = (value) => value !== undefined && value !== null && value !== false;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function params(bytes) {
  const parsed = JSON.parse(bytes.toString());
  const { mode, message, url, requestedSchema } = isObject(parsed) ? parsed : {};
  const prompt = given(message) ? (typeof message === "string" ? message : JSON.stringify(message)) : "";
  counter += 1;
  const request = { id: `elc-${Date.now()}-${counter}`, kind: "input", prompt };
  if (mode === "url") {
    request.kind = "authorization";
    if (given(url)) request.url = url;
  } else if (given(requestedSchema)) {
    request.data = { schema: requestedSchema };
  }
  return Buffer.from(JSON.stringify(request));
}

function answer(bytes) {
  const parsed = JSON.parse(bytes.toString());
  const { ok, data, reason } = isObject(parsed) ? parsed : {};
  if (ok === true) {
    return Buffer.from(JSON.stringify({ action: "accept", content: given(data) ? data : {} }));
  }
  return Buffer.from(JSON.stringify({ action: reason === "declined" ? "decline" : "cancel" }));
}

function timeOf(call, calls) {
  const start = process.hrtime.bigint();
  for (let done = 0; done < calls; done += 1) call();
  return Number(process.hrtime.bigint() - start) / calls;
}

const [, , , job, file, milliseconds] = process.argv;
const bytes = readFileSync(file);
const mapping = { params, answer }[job];
let output;
const call = () => {
  output = mapping(bytes);
};
const end = performance.now() + Number(milliseconds);
const calls = Math.max(1, Math.floor(1e6 / Math.min(timeOf(call, 1), timeOf(call, 1))));
const times = [];
do times.push(timeOf(call, calls));
while (performance.now() < end);
times.sort((a, b) => a - b);
console.log(`${times[Math.floor(times.length / 2)]}\n${output}`);

// The same worker in Node, whose workers have a port in place of global messages.

import { parentPort } from "node:worker_threads";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
const here = /** @type {any} */ (globalThis);
here.postMessage = (/** @type {any} */ message) => port.postMessage(message);
await import("./engine_worker.js");
port.on("message", (data) => here.onmessage({ data }));

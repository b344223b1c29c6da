// Runs a WebAssembly module under WASI, on Node: node tests/platforms/run.mjs PROGRAM ARGUMENT...
//
// Exits as the module does; with 77 where this Node does not know all of its instructions. A trap ends it as a fault ends a
// process under the tests: "Bail out!", and what was being tested.
//
// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs'
import process from 'node:process'
import { WASI } from 'node:wasi'

const args = process.argv.slice(2)
const bytes = readFileSync(args[0])
if (!WebAssembly.validate(bytes)) {
    process.exit(77)
}
const wasi = new WASI({ version: 'preview1', args, env: process.env, returnOnExit: true })
const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi.wasiImport })
try {
    process.exitCode = wasi.start(instance)
} catch (trap) {
    const { memory, doing } = instance.exports
    const text = Buffer.from(memory.buffer, doing(), 1024)
    console.log(`Bail out! ${trap.message}: ${text.toString('utf8', 0, text.indexOf(0))}`)
    process.exitCode = 1
}

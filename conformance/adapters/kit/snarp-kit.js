'use strict'

// The adapter protocol (docs/adapter-protocol.md) for adapters in Node.js.
//
// An adapter gives serve() one function for each thing that its implementation
// can do, all of them with the kind of record first, 'naptr' or 'srv':
//
//   decode (kind, rdata)            a record
//   decodeMessage (kind, message)   the records of its answer section, an array
//   encode (kind, record, owner)    a message, the record its first answer
//   scan (kind, text, origin)       RDATA
//   print (kind, record)            text, a string
//
// A record is an object with the fields in FIELDS: numbers, and octets in a
// Buffer; in a result a string is presentation text. `text` is a Buffer,
// `origin` a string. The owner is the root where the request has none.
//
// The adapter calls its library inside library(() => ...), which returns what
// that returns; what is thrown there is the refusal of the input. All other
// exceptions are faults of the adapter and end it.

const fs = require('fs')

class Refusal extends Error {}
class Unsupported extends Error {}

const FIELDS = {
  naptr: ['order', 'preference', 'flags', 'services', 'regexp', 'replacement'],
  srv: ['priority', 'weight', 'port', 'target']
}

// Where RDATA stands in what alone() returns: it and the length in front of it
// are past all that a pointer reaches.
const ALONE = 16386

// RDATA for a function that wants a message around it, at the offset ALONE
// behind its length of two octets. Every compression pointer leads into octets
// that are no label.
function alone (rdata) {
  const octets = Buffer.alloc(ALONE + rdata.length, 0x80)
  octets.writeUInt16BE(rdata.length, ALONE - 2)
  rdata.copy(octets, ALONE)
  return octets
}

function library (call) {
  try {
    return call()
  } catch (error) {
    throw error instanceof Unsupported ? error : new Refusal(String(error))
  }
}

// Octets of a request, from hexadecimal.
function octets (hexadecimal) {
  return Buffer.from(hexadecimal, 'hex')
}

// Octets of an answer, to hexadecimal.
function hexadecimal (octets) {
  return octets.toString('hex')
}

// The octets of zone-file text and back; a character stands for an octet.
function textOctets (text) {
  return Buffer.from(text, 'latin1')
}

function octetsText (octets) {
  return octets.toString('latin1')
}

// A string for an implementation that has strings and no octets.
function characters (octets) {
  const string = octets.toString('utf8')
  if (!Buffer.from(string, 'utf8').equals(octets)) {
    throw new Unsupported('these octets are no UTF-8, and it takes strings')
  }
  return string
}

// The labels of an uncompressed name in wire form.
function labels (name) {
  const found = []
  let at = 0
  for (; name[at] > 0 && name[at] < 64; at += 1 + name[at]) {
    found.push(name.subarray(at + 1, at + 1 + name[at]))
  }
  if (name[at] !== 0 || at + 1 !== name.length) {
    throw new Unsupported('these octets are no name, and it takes strings')
  }
  return found
}

// The octets of the RDATA of the first record of a message that the
// implementation wrote with one question, just as they stand there.
function rdataInAnswer (message) {
  const at = pastName(message, pastName(message, 12) + 4) + 10
  return message.subarray(at, at + message.readUInt16BE(at - 2))
}

function pastName (message, at) {
  while (message[at] !== 0) {
    if (message[at] >= 0xc0) return at + 2
    at += 1 + message[at]
  }
  return at + 1
}

function echo (request) {
  return {
    octets: hexadecimal(octets(request.octets)),
    text: octetsText(textOctets(request.text))
  }
}

// The record of a request, and one as an answer has it.
function given (kind, request) {
  const record = {}
  for (const field of FIELDS[kind]) {
    const value = request[field]
    record[field] = typeof value === 'number' ? value : octets(value)
  }
  return record
}

function shown (record) {
  const out = {}
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string') out[field + '_text'] = value
    else out[field] = Buffer.isBuffer(value) ? hexadecimal(value) : value
  }
  return out
}

// What a function of the adapter answers to a request, and the caps that it is.
const CALLS = {
  decode: (call, kind, request) => shown(call(kind, octets(request.rdata))),
  decodeMessage: (call, kind, request) => (
    { records: call(kind, octets(request.message)).map(shown) }),
  encode: (call, kind, request) => {
    const { owner = '00' } = request
    const message = call(kind, given(kind, request), octets(owner))
    return { rdata: hexadecimal(rdataInAnswer(message)) }
  },
  scan: (call, kind, request) => {
    const text = textOctets(request.text)
    return { rdata: hexadecimal(call(kind, text, request.origin)) }
  },
  print: (call, kind, request) => ({ text: call(kind, given(kind, request)) })
}

const CAPS = {
  decode: ['decode'],
  decodeMessage: ['decode/message'],
  encode: ['encode', 'encode/message'],
  scan: ['scan', 'scan/origin'],
  print: ['print']
}

function capsOf (functions) {
  const verbs = Object.keys(functions).flatMap(name => CAPS[name])
  return Object.keys(FIELDS).flatMap(kind => verbs.map(v => kind + '.' + v))
}

function outcome (request, functions) {
  if (request.op === 'echo') return { ok: echo(request) }
  const [kind, verb] = request.op.split('.')
  const name = request.message === undefined ? verb : verb + 'Message'
  if (!(name in functions)) return { unsupported: 'no ' + name }
  try {
    return { ok: CALLS[name](functions[name], kind, request) }
  } catch (error) {
    if (error instanceof Refusal) return { reject: error.message }
    if (error instanceof Unsupported) return { unsupported: error.message }
    throw error
  }
}

function answerTo (line, name, version, functions) {
  const request = JSON.parse(line)
  if (request.op === 'hello') {
    return { proto: 1, name, version, caps: capsOf(functions) }
  }
  return { id: request.id, ...outcome(request, functions) }
}

// What is not ASCII is escaped, so that no encoding can spoil it.
function toLine (answer) {
  const escape = c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')
  return JSON.stringify(answer).replace(/[\u007f-\uffff]/g, escape) + '\n'
}

function write (line) {
  const octets = Buffer.from(line)
  for (let at = 0; at < octets.length;) {
    at += fs.writeSync(1, octets, at)
  }
}

// Answers requests until the input ends. `functions` has them by the names
// above.
function serve (name, version, functions) {
  const chunk = Buffer.alloc(65536)
  let rest = ''
  let size
  while ((size = fs.readSync(0, chunk)) > 0) {
    const lines = (rest + chunk.toString('latin1', 0, size)).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      write(toLine(answerTo(line, name, version, functions)))
    }
  }
}

module.exports = {
  ALONE,
  FIELDS,
  Unsupported,
  alone,
  characters,
  labels,
  library,
  serve
}

'use strict'

// dns-packet behind the adapter protocol. It has the wire form only.

const path = require('path')
const kit = require('./kit/snarp-kit.js')
const home = path.join(__dirname, 'npm')
const packet = require(require.resolve('dns-packet', { paths: [home] }))
const { version } = require(
  require.resolve('dns-packet/package.json', { paths: [home] }))

const isName = field => field === 'replacement' || field === 'target'

// Strings and names are strings of JavaScript; dns-packet itself turns its
// names back into octets.
function shown (kind, data) {
  const record = {}
  for (const field of kit.FIELDS[kind]) {
    const value = data[field]
    if (typeof value === 'number') record[field] = value
    else if (isName(field)) record[field] = packet.name.encode(value)
    else record[field] = Buffer.from(value, 'utf8')
  }
  return record
}

// A name as dns-packet takes it: labels with dots between them.
function toName (octets) {
  const labels = kit.labels(octets).map(kit.characters)
  if (labels.some(label => label.includes('.'))) {
    throw new kit.Unsupported('it has no names with a dot in a label')
  }
  return labels.join('.') || '.'
}

function toData (record) {
  const data = {}
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'number') data[field] = value
    else data[field] = isName(field) ? toName(value) : kit.characters(value)
  }
  return data
}

kit.serve('dns-packet', version, {
  decode: (kind, rdata) => kit.library(() =>
    shown(kind, packet[kind].decode(kit.alone(rdata), kit.ALONE - 2))),
  decodeMessage: (kind, octets) => kit.library(() =>
    packet.decode(octets).answers
      .filter(answer => answer.type === kind.toUpperCase())
      .map(answer => shown(kind, answer.data))),
  encode: (kind, record, owner) => {
    const question = { type: kind.toUpperCase(), name: toName(owner) }
    const answer = { ...question, data: toData(record) }
    return kit.library(() => packet.encode(
      { type: 'response', questions: [question], answers: [answer] }))
  }
})

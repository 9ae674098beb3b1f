'use strict'

// dns-packet behind the adapter protocol. It has the wire form only.

const path = require('path')
const kit = require('./kit/snarp-kit.js')
const home = path.join(__dirname, 'npm')
const packet = require(require.resolve('dns-packet', { paths: [home] }))
const version = require(
  require.resolve('dns-packet/package.json', { paths: [home] })).version

const FIELDS = {
  naptr: {
    numbers: ['order', 'preference'],
    strings: ['flags', 'services', 'regexp'],
    name: 'replacement'
  },
  srv: { numbers: ['priority', 'weight', 'port'], strings: [], name: 'target' }
}

// A record as an answer has it. Strings and names are strings of JavaScript;
// dns-packet itself turns its names back into octets.
function shown (kind, data) {
  const { numbers, strings, name } = FIELDS[kind]
  const record = {}
  numbers.forEach(field => { record[field] = data[field] })
  strings.forEach(field => {
    record[field] = kit.hexadecimal(Buffer.from(data[field], 'utf8'))
  })
  record[name] = kit.hexadecimal(
    kit.library(() => packet.name.encode(data[name])))
  return record
}

// A name as dns-packet takes it: labels with dots between them.
function toName (hexadecimal) {
  const labels = kit.labels(kit.octets(hexadecimal)).map(kit.characters)
  if (labels.some(label => label.includes('.'))) {
    throw new kit.Unsupported('it has no names with a dot in a label')
  }
  return labels.join('.') || '.'
}

function built (kind, request) {
  const { numbers, strings, name } = FIELDS[kind]
  const data = {}
  numbers.forEach(field => { data[field] = request[field] })
  strings.forEach(field => {
    data[field] = kit.characters(kit.octets(request[field]))
  })
  data[name] = toName(request[name])
  return data
}

function opsOf (kind) {
  const type = kind.toUpperCase()
  const codec = packet[kind]
  return {
    [kind + '.decode']: request => {
      const octets = kit.alone(kit.octets(request.rdata))
      const data = kit.library(() => codec.decode(octets, kit.ALONE - 2))
      return shown(kind, data)
    },
    [kind + '.decode/message']: request => {
      const octets = kit.octets(request.message)
      const message = kit.library(() => packet.decode(octets))
      return {
        records: message.answers.filter(answer => answer.type === type)
          .map(answer => shown(kind, answer.data))
      }
    },
    [kind + '.encode']: request => {
      const data = built(kind, request)
      const octets = kit.library(() => codec.encode(data))
      return { rdata: kit.hexadecimal(octets.subarray(2)) }
    },
    [kind + '.encode/message']: request => {
      const data = built(kind, request)
      const name = toName(request.owner)
      const octets = kit.library(() => packet.encode({
        type: 'response',
        questions: [{ type, name }],
        answers: [{ type, name, data }]
      }))
      return { rdata: kit.hexadecimal(kit.rdataInAnswer(octets)) }
    }
  }
}

kit.serve('dns-packet', version, { ...opsOf('naptr'), ...opsOf('srv') })

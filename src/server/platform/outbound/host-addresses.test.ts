import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostAddresses } from './host-addresses.ts'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3

/** What the name server answers: addresses by type, or nothing at all. A name that is missing does not exist. */
const NAMES: Record<string, Record<number, number[]> | 'silence'> = {
  'both.test': { [A]: [93, 184, 215, 14], [AAAA]: [0x26, 6, ...Array<number>(13).fill(0), 1] },
  'old.test': { [A]: [93, 184, 215, 14] },
  'silent.test': 'silence',
}
const asked: string[] = []

/** One question and, if there is one, one answer of the wire format (RFC 1035, 4.1). */
function answerTo(question: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (; question[at] !== 0; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  const type = question.readUInt16BE(at + 1)
  const end = at + 5
  const name = labels.join('.')
  asked.push(name)
  const known = NAMES[name]
  if (known === 'silence') return null
  const address = known?.[type]
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(known ? 0x8180 : 0x8180 | NO_SUCH_NAME, 2)
  header.writeUInt16BE(address ? 1 : 0, 6)
  // No further records, whatever the question brought along.
  header.writeUInt32BE(0, 8)
  const record = address ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address] : []
  return Buffer.concat([header, question.subarray(12, end), Buffer.from(record)])
}

const server = createSocket('udp4')
let folder: string
let find: (host: string) => Promise<string[]>
beforeAll(async () => {
  server.on('message', (question, { port, address }) => {
    const answer = answerTo(question)
    if (answer) server.send(answer, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-names-'))
  const hostsFile = path.join(folder, 'hosts')
  await writeFile(hostsFile, '# names\n10.0.0.7\tInside.test inside # both.test\n::1 inside.test\n')
  find = hostAddresses({ servers: [`127.0.0.1:${server.address().port}`], hostsFile })
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

it('finds all addresses of a name, those of the hosts file without asking', async () => {
  expect(await find('both.test')).toEqual(['93.184.215.14', '2606::1'])
  expect(await find('old.test')).toEqual(['93.184.215.14'])
  expect(await find('inside.test')).toEqual(['10.0.0.7', '::1'])
  expect(asked).not.toContain('inside.test')
  const withoutFile = hostAddresses({ hostsFile: path.join(folder, 'none') })
  await expect(withoutFile('')).rejects.toThrow()
})

it('names whose server is silent hold up no other name, end in time, and are remembered', async () => {
  const silent = Array.from({ length: 12 }, () => find('silent.test').catch((error: Error) => error))
  // The first of all to end.
  expect(await Promise.race([...silent, find('old.test')])).toEqual(['93.184.215.14'])
  for (const error of await Promise.all(silent)) expect(error).toBeInstanceOf(Error)
  for (const dead of ['silent.test', 'missing.test']) {
    await expect(find(dead)).rejects.toThrow()
    const times = asked.length
    await expect(find(dead)).rejects.toThrow()
    expect(asked.length, dead).toBe(times)
  }
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv, promisify } from 'node:util'
import { loadConfig } from '#server/platform/load-config.ts'
import { REFUSED_START } from '#server/platform/exit-codes.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const shipped = (name: string) => readFile(path.join(ROOT, 'deploy', name), 'utf8')

let folder: string
const ends: (() => unknown)[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-deploy-'))
  ends.push(() => rm(folder, { recursive: true }))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** An app that answers with its name and the headers that have reached it. */
async function startApp(name: string) {
  const app = createServer(({ headers }, res) => void res.end(JSON.stringify({ name, headers })))
  await once(app.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => app.close())
  return { port: (app.address() as AddressInfo).port }
}

test('nginx-tls.conf starts without a terminal, redirects to https, and asks every process; behind a further proxy it knows the client', async () => {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 1 -nodes'
  const files = ['-keyout', key, '-out', certificate]
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    ...subject.split(' '),
    ...files,
  ])
  const [port, redirectPort] = [await freePort(), await freePort()]
  const nginx = await startNginx(path.join(folder, 'nginx'), {
    port,
    servers: [await startApp('one'), await startApp('two')],
    tls: { certificate, key, redirectPort },
    change: (config) =>
      config.replace(/# (set_real_ip_from) .*;/, '$1 127.0.0.0/8;').replace(/# (real_ip_\w+ .*;)/g, '$1'),
  })
  ends.push(() => nginx.close())

  const plain = await fetch(`http://127.0.0.1:${redirectPort}/feed?tag=a`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://your-site.example/feed?tag=a'])

  const ca = await readFile(certificate)
  const ask = async (headers: Record<string, string> = {}) => {
    const sent = request({ host: 'localhost', port, ca, agent: false, headers }).end()
    const [answer] = await once(sent, 'response')
    return (await json(answer)) as { name: string; headers: IncomingHttpHeaders }
  }
  const answers = [await ask(), await ask(), await ask()]
  expect(new Set(answers.map(({ name }) => name))).toEqual(new Set(['one', 'two']))
  expect(answers[0]!.headers).toMatchObject({
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `localhost:${port}`,
  })
  // The proxy before it appends; what stands to the left is what the client claims.
  const { headers } = await ask({ 'x-forwarded-for': '192.0.2.66, 203.0.113.7' })
  expect(headers['x-forwarded-for']).toBe('203.0.113.7')
})

test('royal-flush.env is enough for production, once it has a secret of its own', async () => {
  const example = parseEnv(await shipped('royal-flush.env'))
  expect(() => loadConfig(example)).toThrow(
    /^SESSION_SECRET must be set in production: [^\n]+\nFor a load test/,
  )
  const config = loadConfig({ ...example, SESSION_SECRET: 'b4f0c92d7e1a4c58b6d3f7a9e2c1d8f5' })
  expect(config).toMatchObject({
    NODE_ENV: 'production',
    unsafe: [],
    MAIL_FROM: 'Royal Flush <help@your-site.example>',
  })
})

test('royal-flush.service starts what is there, not again after a refusal, and waits for the longest stop', async () => {
  const unit = await shipped('royal-flush.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const [program, main] = valueOf('ExecStart').split(' ')
  await access(path.join(ROOT, path.relative(valueOf('WorkingDirectory'), program!)), constants.X_OK)
  await access(path.join(ROOT, main!))
  expect(Number(valueOf('RestartPreventExitStatus'))).toBe(REFUSED_START)
  const longest = loadConfig({ DRAIN_SECONDS: '60', SESSION_SECRET: 'x' }).DRAIN_SECONDS
  expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(28 + longest)
})

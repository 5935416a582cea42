import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')

interface Options {
  port: number
  servers: readonly { port: number }[]
  /** With nginx-tls.conf: a certificate and its key, and the port that redirects to https. */
  tls?: { certificate: string; key: string; redirectPort: number }
  /** Further changes of the shipped file. */
  change?: (config: string) => string
}

/** nginx with a shipped configuration, but for the addresses. Its standard error is a socket, as under systemd. */
export async function startNginx(folder: string, { port, servers, tls, change = (same) => same }: Options) {
  await mkdir(folder, { recursive: true })
  for (const name of ['nginx-http.conf', 'nginx-server.conf'])
    await copyFile(path.join(DEPLOY, name), path.join(folder, name))
  await symlink('/etc/nginx/mime.types', path.join(folder, 'mime.types'))
  const shipped = await readFile(path.join(DEPLOY, tls ? 'nginx-tls.conf' : 'nginx.conf'), 'utf8')
  const processes = servers.map((server) => `server 127.0.0.1:${server.port} max_fails=1 fail_timeout=2s;`)
  const config = tls
    ? shipped
        .replace(/^pid .*$/m, '')
        .replace(/^ *listen \[::\].*$/gm, '')
        .replace('listen 80 ', `listen 127.0.0.1:${tls.redirectPort} `)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${tls.certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${tls.key};`)
        .replace(/( *server 127\.0\.0\.1:\d+ .*\n)+/, `${processes.join('\n')}\n`)
    : shipped
        .replace('listen 80 ', `listen 127.0.0.1:${port} `)
        .replace(/resolver [^;]+;/, `upstream app { ${processes.join(' ')} }`)
        .replace('http://app:3000', 'http://app')
  await writeFile(path.join(folder, 'nginx.conf'), `daemon off;\npid ${folder}/nginx.pid;\n${change(config)}`)
  const shared = path.join(folder, 'nginx-server.conf')
  // One address stands for hundreds of people here.
  await writeFile(
    shared,
    (await readFile(shared, 'utf8')).replace(/limit_conn (\w+) \d+;/, 'limit_conn $1 65535;'),
  )
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  await until('nginx answers', async () => {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`)
    return fetch(`http://127.0.0.1:${tls?.redirectPort ?? port}/healthz`, { redirect: 'manual' }).then(
      ({ status }) => status === (tls ? 301 : 200),
      () => false,
    )
  })
  const workers = async () =>
    (await run('pgrep', ['-P', String(child.pid)])).stdout.trim().split('\n').map(Number)
  return {
    cut: async () => (await workers()).forEach((pid) => process.kill(pid, 'SIGKILL')),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)
const CONFIG = path.resolve(import.meta.dirname, '../../deploy/nginx.conf')

/** nginx with the shipped configuration, but for the addresses. */
export async function startNginx(folder: string, port: number, servers: readonly { port: number }[]) {
  await mkdir(folder, { recursive: true })
  const shipped = await readFile(CONFIG, 'utf8')
  const upstream = `upstream app { ${servers.map((server) => `server 127.0.0.1:${server.port} max_fails=1 fail_timeout=2s;`).join(' ')} }`
  const config = shipped
    .replace(/listen 80 default_server /, `listen 127.0.0.1:${port} `)
    .replace(/resolver [^;]+;/, upstream)
    .replaceAll('http://app:3000', 'http://app')
    .replace('/dev/stderr', path.join(folder, 'error.log'))
    // One address stands for hundreds of people here.
    .replace(/limit_conn (\w+) \d+;/g, 'limit_conn $1 65535;')
  await writeFile(path.join(folder, 'nginx.conf'), `daemon off;\npid ${folder}/nginx.pid;\n${config}`)
  const child = spawn(
    'nginx',
    ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', path.join(folder, 'nginx.conf')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  await until('nginx answers', async () => {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
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

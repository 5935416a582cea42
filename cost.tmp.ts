import { readFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { MongoClient } from 'mongodb'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { person } from '#tests/support/http-client.ts'
import { connectLive } from '#tests/support/socket-client.ts'
const base = 'http://127.0.0.1:24780'
const pid = Number(readFileSync('/tmp/wall-look/pid', 'utf8'))
const mongod = execSync(`pgrep -f "mongod.*wall-look/dat[a]" || true`).toString().trim().split('\n').map(Number).filter(Boolean)
const cpu = (p: number) => { const f = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) / 100 }
const measure = async (label: string, s = 60) => { const a = cpu(pid), m = mongod.map(cpu), t = performance.now(); await new Promise((r) => setTimeout(r, s * 1000)); const d = (performance.now() - t) / 1000; console.log(label, 'server', ((cpu(pid) - a) / d * 100).toFixed(2), '% of a core; mongod', mongod.map((p, i) => ((cpu(p) - m[i]!) / d * 100).toFixed(2)).join(' ')) }
const kings = []
const store = await attachEmbedded('/tmp/wall-look/data'); const client = await MongoClient.connect(store!.uri)
for (let i = 0; i < 10; i++) { const k = await person({ url: base } as never, `w${i}_${Date.now() % 100000}`); kings.push(k); await client.db().collection('users').updateOne({ handle: k.handle }, { $set: { isAdmin: true } }) }
await client.close(); await store!.close()
await new Promise((r) => setTimeout(r, 6000))
const pages = await Promise.all(kings.map((k) => connectLive({ url: base } as never, { cookie: k.cookie() })))
for (let i = 0; i < 2; i++) {
  await measure('10 sockets, nobody watches')
  console.log((await Promise.all(pages.map((p) => p.send('watch', { topic: 'sewer' }))))[0])
  await measure('10 watchers')
  console.log(pages.map((p) => p.all('wall:updated').length).join(' '))
  await Promise.all(pages.map((p) => p.send('unwatch', { topic: 'sewer' })))
  await new Promise((r) => setTimeout(r, 6000))
}
process.exit(0)

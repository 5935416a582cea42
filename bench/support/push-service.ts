import { createServer } from 'node:http'

/** A push service in a process of its own: takes every push, and says how many it has taken and when. */
let pushes = 0
let firstAt = 0
let lastAt = 0

const server = createServer((req, res) => {
  if (req.url === '/readyz') return void res.end('ready')
  if (req.url === '/taken') return void res.end(JSON.stringify({ pushes, firstAt, lastAt }))
  if (req.url === '/forget') {
    pushes = 0
    return void res.end()
  }
  req.resume().once('end', () => {
    lastAt = performance.now()
    if (pushes === 0) firstAt = lastAt
    pushes += 1
    res.writeHead(201).end()
  })
})
server.listen(Number(process.env['PORT']), process.env['HOST'])
process.on('SIGTERM', () => process.exit(0))

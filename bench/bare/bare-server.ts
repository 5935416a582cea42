import { createServer } from 'node:http'
import express from 'express'
import { MongoClient } from 'mongodb'
import { Server } from 'socket.io'

/**
 * The baseline: the same requests and events with nothing around them. No sessions, no rules, no
 * validation; Express with one indexed driver read or one insert, and Socket.IO with rooms. It stores
 * documents in the form in which it sends them.
 */
const { PORT, HOST, MONGODB_URI } = process.env as Record<'PORT' | 'HOST' | 'MONGODB_URI', string>
const client = await MongoClient.connect(MONGODB_URI, {
  maxPoolSize: 50,
  writeConcern: { w: 'majority', journal: true },
})
const posts = client.db().collection('bare_posts')
const newPosts = client.db().collection('bare_new_posts')
const messages = client.db().collection('bare_messages')
const reactions = client.db().collection('bare_reactions')
const counters = client.db().collection<{ _id: string; total: number }>('bare_counters')

const app = express().disable('x-powered-by').set('etag', false)
const http = createServer(app)
// As in the product: connections that are idle for some seconds stay.
http.keepAliveTimeout = 65_000
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })
// Socket.IO without its reference to the handshake's request, which saves memory.
io.engine.on('connection', (socket: { request: unknown }) => void (socket.request = null))
io.on('connection', (socket) => {
  const { user, room } = socket.handshake.auth as { user?: unknown; room?: unknown }
  if (typeof user === 'string') void socket.join(`user:${user}`)
  if (typeof room === 'string') void socket.join(room)
})

app.get('/readyz', (_req, res) => void res.send('ready'))

app.get('/feed', async (_req, res) => {
  res.json(
    await posts
      .find({}, { projection: { _id: 0 } })
      .sort({ createdAt: -1 })
      .limit(20)
      .toArray(),
  )
})

app.post('/messages', express.json(), async (req, res) => {
  const message = { ...req.body, createdAt: new Date().toISOString() } as {
    senderId: string
    receiverId: string
  }
  await messages.insertOne({ ...message })
  io.to(`user:${message.receiverId}`).to(`user:${message.senderId}`).emit('message:created', { message })
  res.status(201).json(message)
})

app.post('/posts/:id/react', express.json(), async (req, res) => {
  const { id } = req.params
  await reactions.insertOne({ ...req.body, postId: id, createdAt: new Date() })
  const counted = await counters.findOneAndUpdate(
    { _id: id },
    { $inc: { total: 1 } },
    { upsert: true, returnDocument: 'after' },
  )
  io.to(`post:${id}`).emit('post:updated', counted)
  res.json(counted)
})

app.post('/posts', express.json(), async (req, res) => {
  const post = { ...req.body, createdAt: new Date().toISOString() } as object
  await newPosts.insertOne({ ...post })
  io.to('feed').emit('post:created', { topic: 'feed', posts: [post], more: 0 })
  res.status(201).json(post)
})

app.post('/announce', express.json(), (req, res) => {
  io.to('feed').emit('post:created', req.body)
  res.status(201).json({})
})

// The product's backlog: a crowd of the bench must not overflow it.
http.listen({ port: Number(PORT), host: HOST, backlog: 16_384 })
process.on('SIGTERM', () => process.exit(0))

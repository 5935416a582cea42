import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { hashtagsIn } from '#contract/rich-text.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { processorTime } from '#tests/support/durations.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
let postId: string
let commentId: string

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  postId = (await ann.post<PostView>('/posts', { text: 'The target' })).body.id
  commentId = (await ann.post<{ id: string }>(`/posts/${postId}/comments`, { text: 'Its comment' })).body.id
})
afterAll(() => server.close())

const LONE_SURROGATE = '"\\ud83d"'
const EMPTY_POST = 'Please write something before posting.'
const EMPTY_COMMENT = 'Please write something before posting your comment.'

/** Every call that takes a text, with its messages for a blank and for a long one. */
const textCalls = () => [
  { method: 'POST', path: '/posts', empty: EMPTY_POST, long: "Posts can't be longer than 500 characters." },
  {
    method: 'PATCH',
    path: `/posts/${postId}`,
    empty: EMPTY_POST,
    long: "Posts can't be longer than 500 characters.",
  },
  {
    method: 'POST',
    path: `/posts/${postId}/comments`,
    empty: EMPTY_COMMENT,
    long: "Comments can't be longer than 500 characters.",
  },
  {
    method: 'PATCH',
    path: `/comments/${commentId}`,
    empty: EMPTY_COMMENT,
    long: "Comments can't be longer than 500 characters.",
  },
]

const send = async (method: string, path: string, body: string) => {
  const { status, text } = await ann.raw(method, path, body, { 'content-type': 'application/json' })
  return [status, text]
}

describe('An invalid body', () => {
  it.each(['""', '"   "', '"\\n\\t"', '"\\u200b\\u200d\\ufeff"', '"\\u2800"', '"\\u3164"'])(
    '%s is refused everywhere',
    async (text) => {
      for (const { method, path, empty } of textCalls())
        expect(await send(method, path, `{"text":${text}}`), path).toEqual([400, empty])
    },
  )

  it.each(['5', 'null', 'true', '["a"]', '{"$ne":null}', '{"$gt":""}'])(
    'of the wrong type, %s, is refused everywhere',
    async (text) => {
      for (const { method, path, empty } of textCalls())
        expect(await send(method, path, `{"text":${text}}`), path).toEqual([400, empty])
    },
  )

  it('is refused: nothing, no JSON, broken JSON, a list, a number', async () => {
    expect((await ann.raw('POST', '/posts')).status).toBe(400)
    expect(
      (await ann.raw('POST', '/posts', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' }))
        .status,
    ).toBe(415)
    for (const body of ['{', '[]', '7', '"text"', 'null'])
      expect((await send('POST', '/posts', body))[0], body).toBe(400)
  })
})

describe('A text at its limits', () => {
  it('with 500 UTF-16 units is accepted, with 501 refused', async () => {
    for (const { method, path, long } of textCalls()) {
      expect(await send(method, path, JSON.stringify({ text: `${'💩'.repeat(250)}x` })), path).toEqual([
        400,
        long,
      ])
      expect((await send(method, path, JSON.stringify({ text: '💩'.repeat(250) })))[0], path).toBeLessThan(
        300,
      )
    }
  })

  it('with a megabyte is refused quickly for its length', async () => {
    const text = ' '.repeat(1_000_000)
    for (const { method, path, long } of textCalls())
      expect(await send(method, path, JSON.stringify({ text })), path).toEqual([400, long])
  })

  it('with a lone surrogate, NUL or another control character is refused', async () => {
    for (const { method, path } of textCalls()) {
      for (const text of [LONE_SURROGATE, '"a\\u0000b"', '"a\\u001bb"', '"a\\u0085b"', '"a\\rb"']) {
        expect(await send(method, path, `{"text":${text}}`), `${path} ${text}`).toEqual([
          400,
          'That text has characters that we cannot save.',
        ])
      }
    }
  })

  it.each([
    ['right-to-left', '\u202eمرحبا \u202c hello'],
    ['zalgo', 'Z\u0351\u036f\u0310a\u0329l\u0334g\u0321o\u0353'.repeat(20)],
    ['spaces and lines around it', '  two\n\tlines  '],
    ['families and flags', '👨‍👩‍👧‍👦 🏴‍☠️ 🇩🇪'],
    ['markup', '<script>alert(1)</script> & "quotes" \'too\' {{x}} ${y} \\n'],
  ])('is kept exactly: %s', async (_, text) => {
    const written = await ann.post<PostView>('/posts', { text })
    expect([written.status, written.body.text]).toEqual([201, text])
    expect((await nobody.get<PostView>(`/posts/${written.body.id}`)).body.text).toBe(text)
    expect((await nobody.get<PostView[]>('/posts')).body[0]!.text).toBe(text)
  })
})

describe('Input outside the contract', () => {
  it('is dropped from a body and never stored', async () => {
    const extra = {
      authorId: bob.id,
      author: { handle: 'bob' },
      isAdmin: true,
      shareCount: 7,
      rev: 99,
      createdAt: '2000-01-01T00:00:00.000Z',
      $set: { a: 1 },
      __proto__: { b: 1 },
    }
    const { body } = await ann.post<PostView>('/posts', { text: 'Only the text', ...extra })
    expect(body).toMatchObject({
      authorId: ann.id,
      shareCount: 0,
      rev: 1,
      viewer: { can: { moderate: false } },
    })
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const kept = await PostModel.collection.findOne({ text: 'Only the text' })
    expect(Object.keys(kept!)).not.toEqual(expect.arrayContaining(['isAdmin']))
    expect(kept!.createdAt.getFullYear()).toBeGreaterThan(2000)
  })

  it.each([
    { mediaUrl: 'javascript:alert(1)' },
    { mediaUrl: 'https://elsewhere.example/a.jpg', mediaType: 'image' },
    { mediaUrl: '/objects/somebody-elses.jpg', mediaType: 'image' },
    { mediaUrl: 5 },
    { mediaType: 'audio' },
    { altText: 'x'.repeat(141) },
    { altText: { $ne: null } },
    { contentWarn: 'x'.repeat(141) },
    { contentWarn: 'a\u0000' },
    { nsfw: 'yes' },
    { nsfw: { $ne: false } },
    { clientId: 'not-a-uuid' },
    { clientId: { $ne: null } },
  ])('is refused as part of a post: %j', async (more) => {
    expect((await ann.post('/posts', { text: 'With more', ...more })).status).toBe(400)
  })

  it('is refused as a reaction', async () => {
    for (const emoji of ['🍕', '', 'poo', 1, null, { $ne: null }, ['💩'], '💩💩']) {
      const refused = await ann.post(`/posts/${postId}/react`, { emoji })
      expect([refused.status, refused.text]).toEqual([400, 'That is not one of our reactions.'])
    }
  })
})

describe('An invalid id', () => {
  it.each([
    'zzz',
    '%00',
    '..%2f',
    '..%2f..%2fetc%2fpasswd',
    '%24ne',
    'G'.repeat(24),
    '0'.repeat(25),
    '[object%20Object]',
  ])('%s answers 404', async (id) => {
    const calls: [string, string, object?][] = [
      ['GET', `/posts/${id}`],
      ['PATCH', `/posts/${id}`, { text: 'x' }],
      ['DELETE', `/posts/${id}`],
      ['POST', `/posts/${id}/react`, { emoji: '💩' }],
      ['POST', `/posts/${id}/share`],
      ['GET', `/posts/${id}/comments`],
      ['POST', `/posts/${id}/comments`, { text: 'x' }],
      ['PATCH', `/comments/${id}`, { text: 'x' }],
      ['DELETE', `/comments/${id}`],
      ['GET', `/users/${id}/posts`],
    ]
    for (const [method, path, body] of calls) {
      const { status } = await ann.raw(
        method,
        path,
        body && JSON.stringify(body),
        body ? { 'content-type': 'application/json' } : {},
      )
      expect(status, `${method} ${path}`).toBe(404)
    }
  })

  it('with a broken escape answers 400', async () => {
    for (const path of ['/posts/%ff', '/posts/%ff/comments', '/users/%ff/posts', '/comments/%E0%A4%A']) {
      expect((await ann.raw(path.startsWith('/comments') ? 'DELETE' : 'GET', path)).status, path).toBe(400)
    }
  })

  it('in capital letters answers 404', async () => {
    expect((await nobody.get(`/posts/${postId.toUpperCase()}`)).status).toBe(
      postId === postId.toUpperCase() ? 200 : 404,
    )
  })
})

describe('An invalid query', () => {
  it.each([
    'cursor=garbage',
    'cursor=',
    'cursor=2026-13-45T00:00:00.000Z',
    'cursor=0',
    'cursor=2026-01-01',
    'cursor=2026-01-01T00:00:00.000Z&cursor=2026-01-01T00:00:00.000Z',
    'cursor=%00',
  ])('is refused as a cursor (%s)', async (query) => {
    for (const path of ['/posts', `/posts/${postId}/comments`, '/users/ann/posts']) {
      const refused = await nobody.get(`${path}?${query}`)
      expect([refused.status, refused.text], path).toEqual([400, 'That page does not exist.'])
    }
  })

  it.each([
    'type=followers',
    'type=following&type=following',
    'tag=a&tag=b',
    'q=a&q=b',
    'q=a%00b',
    `q=${'x'.repeat(101)}`,
    'tag=a&q=b',
  ])('is refused by the feed (%s)', async (query) => {
    expect((await ann.get(`/posts?${query}`)).status).toBe(400)
  })

  it('with operators is refused, or taken literally', async () => {
    expect((await nobody.get('/posts?q[$ne]=x')).status).toBe(400)
    expect((await nobody.get<PostView[]>('/posts?q={"$ne":null}')).body).toEqual([])
    expect((await nobody.get<PostView[]>('/posts?tag={"$ne":null}')).body).toEqual([])
  })
})

describe('A text full of hashtags', () => {
  it('takes time in proportion to its length', async () => {
    const text = '#a '.repeat(166)
    const took = (work: () => void) =>
      processorTime(() => {
        for (let round = 0; round < 200; round++) work()
      }) / 200
    took(() => hashtagsIn(text))
    // The 50 ms allowed for one text are a thousand times a linear pass.
    expect(took(() => hashtagsIn(text))).toBeLessThan(50)
    const [short, long] = [
      took(() => hashtagsIn('#a '.repeat(1000))),
      took(() => hashtagsIn('#a '.repeat(10_000))),
    ]
    expect(long / short).toBeLessThan(40)
    const written = await ann.post<PostView>('/posts', { text })
    expect(written.status).toBe(201)
  })
})

describe('After all invalid input', () => {
  it('the server still answers', async () => {
    expect((await nobody.get<PostView>(`/posts/${postId}`)).status).toBe(200)
    expect((await bob.post('/posts', { text: 'Still here' })).status).toBe(201)
  })
})

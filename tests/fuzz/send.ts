import http from 'node:http'

/** One request as it is sent; the path is not escaped, so invalid escapes are kept. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

export interface Answer {
  /** 0: the server closed the connection without an answer. */
  readonly status: number
  readonly body: string
  /** The session cookie that the answer sets; blank when it ends the session. */
  readonly cookie?: string
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
const TIMEOUT_MS = 60_000
const KEPT_CHARACTERS = 20_000

export function send(url: string, { method, path, body, headers }: Sent, cookie: string): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    // Node sends no Content-Length for the body of a GET or DELETE, and the server would read that body as
    // the next
    const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
    const options = {
      hostname,
      port,
      method,
      path,
      agent,
      timeout: TIMEOUT_MS,
      headers: { ...(cookie && { cookie }), ...length, ...headers },
    }
    const request = http.request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => void (text.length < KEPT_CHARACTERS && (text += chunk)))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          body: text,
          ...sessionCookie(response.headers['set-cookie']),
        }),
      )
      response.on('error', () => resolve({ status: 0, body: 'the answer broke off' }))
    })
    request.on('timeout', () => request.destroy(new Error('no answer within a minute')))
    request.on('error', (error) => resolve({ status: 0, body: error.message }))
    request.end(body)
  })
}

function sessionCookie(set: readonly string[] | undefined): { cookie?: string } {
  const pair = set?.map((line) => line.split(';')[0]!).findLast((line) => /^(?:__Host-)?sid=/.test(line))
  if (pair === undefined) return {}
  return { cookie: pair.endsWith('=') ? '' : pair }
}

import { once } from 'node:events'
import { request } from 'node:http'
import type { UploadView } from '#contract/media.ts'
import type { Bench } from './bench.ts'

interface File {
  pieces: readonly Buffer[]
  name: string
  type: string
}

/**
 * POST /api/media/upload, piece by piece, so that files of any length can be sent. Throws the server's
 * refusal.
 */
export async function sendUpload(
  port: number,
  cookie: string,
  { pieces, name, type }: File,
): Promise<UploadView> {
  const head = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
  )
  const all = [head, ...pieces, Buffer.from('\r\n--x--\r\n')]
  const headers = {
    cookie,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': all.reduce((sum, piece) => sum + piece.length, 0),
  }
  const call = request({
    host: '127.0.0.1',
    port,
    path: '/api/media/upload?purpose=post',
    method: 'POST',
    headers,
  })
  const answered = once(call, 'response')
  // A refused upload is answered before all of it is sent, and then `drain` never comes.
  const refused = answered.then(() => true)
  for (const piece of all)
    if (!call.write(piece) && (await Promise.race([once(call, 'drain').then(() => false), refused]))) break
  call.end()
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  if (response.statusCode !== 201) throw new Error(`${response.statusCode}: ${text}`)
  return JSON.parse(text) as UploadView
}

/** Uploads of earlier runs fill everybody's limit. From here on the product's clean-up may remove them. */
export const releaseUploads = ({ db }: Pick<Bench, 'db'>) =>
  db
    .collection('media')
    .updateMany({ unusedSince: { $exists: true } }, { $set: { unusedSince: new Date(0) } })

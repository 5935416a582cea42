import { failureOf, needsProof, withProof, writerHeader } from './http.ts'

const NAME = /filename="([^"]+)"/

/** Downloads a file under the name that the server gives it. Throws ApiError. */
export async function download(address: string, method: 'GET' | 'POST' = 'GET'): Promise<void> {
  const { response } = await withProof(async () => {
    const headers = method === 'POST' ? writerHeader() : {}
    const answer = await fetch(address, { method, headers, credentials: 'same-origin' })
    return { response: answer, needsProof: needsProof(answer) }
  })
  if (!response.ok)
    throw failureOf(response.status, (await response.text()) || response.statusText, response.headers)
  const name = NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'export'
  const href = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // By then the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

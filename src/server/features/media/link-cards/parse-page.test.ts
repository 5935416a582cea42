import { describe, expect, it } from 'vitest'
import { parsePage } from './parse-page.ts'

const page = (body: string | Buffer, contentType = 'text/html', url = 'https://site.test/a/b') => ({
  url,
  contentType,
  body: Buffer.from(body),
})
const titleOf = async (body: string | Buffer, contentType?: string) =>
  (await parsePage(page(body, contentType)))?.title ?? null

/** The parser alone would take many times as long. */
const MAX_CPU_MS = 1_000

/** The CPU time of this process's main thread meanwhile, ms: unlike a duration, it does not depend on the machine's load. */
async function mainThreadCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

describe('A hostile page', () => {
  it('holds up nobody, whatever is left open in it, and the next page is read', async () => {
    expect(await titleOf('<title>Before</title>')).toBe('Before')
    for (const shape of [
      '<p><b>',
      '<b></q>',
      '<b>',
      '<svg></p>',
      '<td><b>',
      '<a b=c ',
      '<!--',
      '<title>',
      '&lt',
    ])
      expect(await mainThreadCpu(() => parsePage(page(shape.repeat(150_000)))), shape).toBeLessThan(
        MAX_CPU_MS,
      )
    expect(await titleOf('<title>After</title>')).toBe('After')
  })

  it('that takes too long has no card, and its thread ends', async () => {
    const endless = page(`<title>Never</title>${'<a b=c> '.repeat(500_000)}`)
    expect(await mainThreadCpu(() => parsePage(endless, 20))).toBeLessThan(MAX_CPU_MS)
    expect(await parsePage(endless, 20)).toBeNull()
    expect(await titleOf('<title>After</title>')).toBe('After')
  })
})

describe('The title', () => {
  it('is the one of the page, never the one of a drawing in it', async () => {
    expect(await titleOf('<body><svg><title>Menu</title></svg><p>Text')).toBeNull()
    expect(await titleOf('<svg><title>Menu</title></svg><title>The page</title>')).toBe('The page')
  })

  it('is found in the head alone, once that has one', async () => {
    const later = '<meta property="og:title" content="Later">'
    expect(await titleOf(`<head><title>First</title></head>${later}`)).toBe('First')
    expect(await titleOf(`<title>First</title><body>${later}`)).toBe('First')
    // Some pages have their tags in the body.
    expect(await titleOf(`<head></head><body>${later}`)).toBe('Later')
  })

  it('is decoded as the page says, wherever it says so', async () => {
    const filler = `<!--${'x'.repeat(2_000)}-->`
    const latin = (meta: string) => Buffer.from(`${filler}${meta}<title>Caf\xe9</title>`, 'latin1')
    expect(await titleOf(latin('<meta charset="iso-8859-1">'))).toBe('Café')
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'
    expect(await titleOf(latin(old))).toBe('Café')
    expect(await titleOf(`${filler}<meta charset="utf-16"><title>Café</title>`)).toBe('Café')
    expect(await titleOf(`${filler}<meta charset="nonsense"><title>Café</title>`)).toBe('Café')
    // The header counts more.
    const header = 'text/html; charset=utf-8'
    expect(await titleOf(`${filler}<meta charset="iso-8859-1"><title>Café</title>`, header)).toBe('Café')
  })
})

it('The address of the picture begins from the base that the page names', async () => {
  const pictureWith = async (base: string) =>
    (await parsePage(page(`<title>A</title>${base}<meta property="og:image" content="c.png">`)))!.picture
  expect(await pictureWith('')).toBe('https://site.test/a/c.png')
  expect(await pictureWith('<base href="/pictures/">')).toBe('https://site.test/pictures/c.png')
  expect(await pictureWith('<base target="_top"><base href="https://other.test/"><base href="/no/">')).toBe(
    'https://other.test/c.png',
  )
  expect(await pictureWith('<base href="http://[">')).toBe('https://site.test/a/c.png')
})

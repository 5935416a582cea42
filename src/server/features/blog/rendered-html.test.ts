import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { htmlOf } from './blog-html.ts'
import { renderedHtml } from './rendered-html.ts'

/** On the main thread it would be a quarter of a second of nothing else. */
const MOST_MS = 50

/** The CPU time of this process's main thread, ms: unlike a duration, it does not depend on the machine's load. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

test('the longest articles hold up nobody, whatever is in them', async () => {
  await renderedHtml('The thread has begun')
  for (const shape of ['*a* ', '[a](b) ', '> ', '| a ', '`', '**_', '<a ', '# a\n', '- a\n', 'www.a.com ']) {
    const article = shape.repeat(LIMITS.blogContent / shape.length)
    const before = cpu()
    await renderedHtml(article)
    expect(cpu() - before, JSON.stringify(shape)).toBeLessThan(MOST_MS)
  }
  expect(await renderedHtml('**Hear** ye')).toBe(htmlOf('**Hear** ye'))
})

test('what is asked for by many at once is made once', async () => {
  const article = `Once ${'*a* '.repeat(10_000)}`
  const before = process.cpuUsage()
  await renderedHtml(article)
  const { user: alone } = process.cpuUsage(before)
  const began = process.cpuUsage()
  await Promise.all(Array.from({ length: 50 }, () => renderedHtml(`${article} more`)))
  expect(process.cpuUsage(began).user).toBeLessThan(alone * 10)
})

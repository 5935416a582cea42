// @vitest-environment jsdom
import { createElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUserView } from '#contract/account.ts'
import { draw } from './support/screen.tsx'

type Drafts = typeof import('#client/ui/tab-drafts.ts')
const KEY = 'royal-flush:draft:message:me:you'
const WRITER = 'aaaaaaaaaaaaaaaaaaaaaaaa'

/** A tab of its own: sessionStorage is the tab's, localStorage everybody's. `load` opens or reloads its page. */
function newTab(copied: Record<string, string> = {}) {
  let session = copied
  return {
    session: () => session,
    async load(): Promise<Drafts> {
      sessionStorage.clear()
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
      vi.resetModules()
      const drafts = await import('#client/ui/tab-drafts.ts')
      drafts.peekDraft(KEY)
      session = Object.fromEntries(Object.entries(sessionStorage))
      return drafts
    },
  }
}

/** The form of a new article, in this tab. */
async function openArticle(tab: ReturnType<typeof newTab>, writerId = WRITER) {
  await tab.load()
  const { setStoredViewer } = await import('#client/features/account/data/viewer/viewer.store.ts')
  setStoredViewer({ id: writerId } as CurrentUserView)
  const { useArticleFields } = await import('#client/features/blog/editor/useArticleFields.ts')
  const shown: { form?: ReturnType<typeof useArticleFields> } = {}
  await draw(
    createElement(() => {
      shown.form = useArticleFields(null)
      return createElement('p')
    }),
  )
  return () => shown.form!
}

/** What other tabs hear; a tab does not hear itself. */
const hear = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))

describe('[L70] A draft in several tabs', () => {
  beforeEach(() => localStorage.clear())

  it('is not erased by what another tab writes and sends, and is there after a reload', async () => {
    const [one, two] = [newTab(), newTab()]
    const [first, second] = [await one.load(), await two.load()]
    first.storeDraft(KEY, 'A long text')
    second.storeDraft(KEY, 'short')
    second.storeDraft(KEY, '')
    expect((await one.load()).peekDraft(KEY)).toBe('A long text')
  })

  it('is taken over by the next page when its tab was closed', async () => {
    ;(await newTab().load()).storeDraft(KEY, 'Left behind')
    const next = await newTab().load()
    expect(next.peekDraft(KEY)).toBe('Left behind')
    next.takeDraft(KEY)
    next.storeDraft(KEY, '')
    expect((await newTab().load()).peekDraft(KEY)).toBe('')
  })

  it('is kept again by an open tab from which another page, also a copy of the tab, has taken it over', async () => {
    for (const copies of [false, true]) {
      localStorage.clear()
      const tab = newTab()
      const open = await tab.load()
      open.storeDraft(KEY, 'Half a thought')
      const stop = open.onDraftTaken(KEY, () => open.storeDraft(KEY, 'Half a thought'))
      const other = await newTab(copies ? tab.session() : {}).load()
      other.takeDraft(KEY)
      hear(`${KEY}!`)
      stop()
      other.storeDraft(KEY, 'Another one')
      expect(open.peekDraft(KEY)).toBe('Half a thought')
      expect(other.peekDraft(KEY)).toBe('Another one')
    }
  })

  it('is not brought back by another tab after it was erased', async () => {
    const open = await newTab().load()
    open.storeDraft(KEY, 'Secret')
    const stop = open.onDraftTaken(KEY, () => open.storeDraft(KEY, 'Secret'))
    for (const key of Object.keys(localStorage)) {
      localStorage.removeItem(key)
      hear(key)
    }
    stop()
    expect(localStorage).toHaveLength(0)
  })

  it('of another place is not mixed up with it, and one from before this rule is found', async () => {
    localStorage.setItem(KEY, 'Old')
    localStorage.setItem(`${KEY}:alts`, '{}')
    const page = await newTab().load()
    expect(page.peekDraft(KEY)).toBe('Old')
    page.dropDraft(KEY)
    expect(page.peekDraft(KEY)).toBe('')
    expect(page.peekDraft(`${KEY}:alts`)).toBe('{}')
  })

  it('of an article is not erased by another tab, which writes one and discards it', async () => {
    const [one, two] = [newTab(), newTab()]
    const [first, second] = [await openArticle(one), await openArticle(two)]
    first().set('content', 'A long text')
    second().set('content', 'short')
    second().store.forget()
    expect((await openArticle(one))().fields.content).toBe('A long text')
  })

  it('of an article is erased with the data of its writer, and another one who signs in does not see it', async () => {
    const form = await openArticle(newTab())
    form().set('content', 'Secret')
    const other = await openArticle(newTab(), 'bbbbbbbbbbbbbbbbbbbbbbbb')
    expect(other().fields.content).toBe('')
    const { eraseDeviceData } = await import('#client/live/device-data.ts')
    await eraseDeviceData(WRITER)
    expect(Object.values(localStorage).join()).not.toContain('Secret')
  })

  it('of an article that is kept without a writer goes to the one who opens the form, once', async () => {
    localStorage.setItem('royal-flush:draft:decree:new#earlier', JSON.stringify({ content: 'Of before' }))
    expect((await openArticle(newTab()))().fields.content).toBe('Of before')
    expect(localStorage.getItem('royal-flush:draft:decree:new#earlier')).toBeNull()
    expect((await openArticle(newTab(), 'bbbbbbbbbbbbbbbbbbbbbbbb'))().fields.content).toBe('')
    expect((await openArticle(newTab()))().fields.content).toBe('Of before')
  })
})

import {
  BLOCK_LISTS,
  BLOCK_MESSAGES,
  linkBlocked,
  notAnEntry,
  wordBlocked,
} from '#contract/admin.blocks.constants.ts'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import type { BlockList } from '#contract/admin.blocks.constants.ts'
import type { BlocksInput, BlocksView } from '#contract/admin.blocks.ts'
import type { AuditState } from '#contract/admin.ts'
import { recordAdminAction } from '../audit/audit-log.ts'
import { badRequest, conflict } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sharedSetting } from '../site-settings/shared-settings.ts'
import type { SiteSetting } from '../site-settings/site-settings.model.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockedDomain, domainOf, domainsIn, entriesIn, isWordEntry, wordList } from './blocked-texts.ts'

type Lists = Pick<BlocksView, BlockList>

const viewOf = (stored: SiteSetting | null): BlocksView => {
  const lists = (stored?.value ?? {}) as Partial<Lists>
  return { ...mapLists((list) => lists[list] ?? []), rev: stored?.rev ?? 0 }
}

const mapLists = (entries: (list: BlockList) => string[]): Lists =>
  Object.fromEntries(BLOCK_LISTS.map((list) => [list, entries(list)])) as Lists

const prepared = (view: BlocksView) => ({
  view,
  refused: wordList(view.refusedWords),
  held: wordList(view.heldWords),
  links: new Set(view.linkDomains),
  mails: new Set(view.mailDomains),
})

const setting = sharedSetting('blocks', (stored) => prepared(viewOf(stored)))

/** What the site does not allow, for admins. */
export const blocks = async (): Promise<BlocksView> => (await setting.get()).view

/**
 * Replaces the lists, in all processes. What was written before stays. Throws 400 for an entry that is none,
 * 409 when another admin was faster.
 */
export async function changeBlocks(admin: Viewer, { rev, ...given }: BlocksInput): Promise<BlocksView> {
  const lists = mapLists((list) => normalised(list, given[list]))
  return transact(async (tx) => {
    const { view: before } = await setting.load(tx)
    if (before.rev !== rev) throw conflict(BLOCK_MESSAGES.changed)
    const [removed, added] = [difference(before, lists), difference(lists, before)]
    if (!removed && !added) return before
    await recordAdminAction(tx, { admin, action: 'house.blocks', before: removed, after: added })
    return (await setting.write(tx, lists)).view
  })
}

function normalised(list: BlockList, entries: readonly string[]): string[] {
  const isDomain = list === 'linkDomains' || list === 'mailDomains'
  const known = entries.map((entry) => {
    const kept = isDomain ? domainOf(entry.replace(/^[a-z]+:\/\//i, '').split(/[/?#:]/, 1)[0]!) : entry
    if (kept === null || (!isDomain && !isWordEntry(kept))) throw badRequest(notAnEntry(list, entry))
    return kept
  })
  return [...new Set(known)]
}

/** What one has and the other has not, list by list; null when there is nothing. */
function difference(one: Lists, other: Lists): AuditState {
  const more = BLOCK_LISTS.flatMap((list) => {
    const entries = one[list].filter((entry) => !other[list].includes(entry))
    return entries.length > 0 ? [[list, entries.join(', ')] as const] : []
  })
  return more.length > 0 ? Object.fromEntries(more) : null
}

type Writer = Pick<Viewer, 'isAdmin'>
const first = (found: Iterable<string>): string | undefined => [...found][0]

/**
 * Checks a new text that can be held for review. Throws 400 for a refused word or a blocked link; answers
 * whether it has a word that an admin wants to look at first. Admins are not checked.
 */
export async function mustBeHeld(writer: Writer, text: string): Promise<boolean> {
  if (writer.isAdmin) return false
  const { refused, held, links } = await setting.get()
  const word = first(entriesIn(text, refused))
  if (word !== undefined) throw badRequest(wordBlocked(word))
  assertNoDomain(text, links)
  return entriesIn(text, held).size > 0
}

/**
 * Checks a public text that cannot be held: a change, or a bio. Throws 400 for a word of either list and for a
 * blocked link, unless `before` has it already. Admins are not checked.
 */
export async function assertAllowed(writer: Writer, text: string, before = ''): Promise<void> {
  if (writer.isAdmin) return
  const { refused, held, links } = await setting.get()
  for (const list of [refused, held]) {
    const earlier = entriesIn(before, list)
    const word = first([...entriesIn(text, list)].filter((entry) => !earlier.has(entry)))
    if (word !== undefined) throw badRequest(wordBlocked(word))
  }
  assertNoDomain(text, links, before)
}

/** Checks a private message, of which links alone count. Throws 400. Admins are not checked. */
export async function assertLinksAllowed(writer: Writer, text: string): Promise<void> {
  if (!writer.isAdmin) assertNoDomain(text, (await setting.get()).links)
}

function assertNoDomain(text: string, links: ReadonlySet<string>, before = ''): void {
  const earlier = domainsIn(before, links)
  const domain = first([...domainsIn(text, links)].filter((entry) => !earlier.has(entry)))
  if (domain !== undefined) throw badRequest(linkBlocked(domain))
}

/** Throws 400 for names with a word of either list. */
export async function assertNamesAllowed(names: { handle?: string; displayName?: string }): Promise<void> {
  const { refused, held } = await setting.get()
  const isBlocked = (name = '') => [refused, held].some((list) => entriesIn(name, list).size > 0)
  if (isBlocked(names.handle)) throw badRequest(SIGN_UP_MESSAGES.handle)
  if (isBlocked(names.displayName)) throw badRequest(SIGN_UP_MESSAGES.name)
}

/** Whether addresses of this mail service are accepted, with its subdomains. */
export async function acceptsMailOf(email: string): Promise<boolean> {
  const domain = domainOf(email.slice(email.lastIndexOf('@') + 1))
  return domain === null || blockedDomain(domain, (await setting.get()).mails) === null
}

/** Throws 400 for an address of a blocked mail service. */
export async function assertMailAllowed(email: string): Promise<void> {
  if (!(await acceptsMailOf(email))) throw badRequest(SIGN_UP_MESSAGES.mail)
}

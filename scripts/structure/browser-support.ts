import type { CompatStatement, Identifier } from '@mdn/browser-compat-data'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'
import { BROWSERS } from '../browsers.ts'

const { api } = data
const builtins = data.javascript['builtins']!

/** What is used where a browser may lack it: each of these places asks whether it is there. */
const ASKED: Readonly<Record<string, string>> = {
  requestIdleCallback: 'src/client/ui/when-idle.ts',
  cancelIdleCallback: 'src/client/ui/when-idle.ts',
  // Only pages over https, or on localhost, have these.
  'navigator.clipboard': 'src/client/ui/clipboard.ts',
  'navigator.locks': 'src/client/features/notifications/data/play-sound.ts',
  'navigator.share': 'src/client/ui/clipboard.ts',
  'navigator.serviceWorker': 'src/client/app/main.tsx src/client/features/notifications/data/push.store.ts',
  'navigator.mediaDevices': '',
  'navigator.storage': '',
  'navigator.credentials': '',
  'crypto.randomUUID': '',
  'crypto.subtle': '',
}

/** Whether all of our browsers have a feature, without a prefix or a flag. */
function isEverywhere({ support }: CompatStatement): boolean {
  return Object.entries(BROWSERS).every(([browser, version]) => {
    const statements = [support[browser as keyof typeof BROWSERS] ?? []].flat()
    return statements.some(
      ({ version_added: since, version_removed: until, flags, prefix, alternative_name: other }) =>
        typeof since === 'string' &&
        Number.parseFloat(since.replace('≤', '')) <= version &&
        !(until && Number.parseFloat(until) <= version) &&
        !flags &&
        !prefix &&
        !other,
    )
  })
}

const OF_PAGES =
  'Document Element EventTarget HTMLElement HTMLInputElement Node Range Selection Blob DOMTokenList Headers HTMLDialogElement Request Response URLSearchParams'.split(
    ' ',
  )

/**
 * The objects whose methods are found by their names alone: an object's type is not known here. `.getOrInsert()` is
 * one of a Map alone, and `.map()` is one of lists, which all browsers have, too.
 */
const KNOWN_BY_NAME = new Set([
  // Those have `use()`, as objects of ours do.
  ...Object.keys(builtins).filter((name) => !name.endsWith('DisposableStack')),
  ...OF_PAGES,
])

/** By 'URL.parse', or '.getOrInsert' for a method of objects: whether anything of that name is everywhere. */
const features = new Map<string, boolean>()

const note = (name: string, { __compat: statement }: Identifier): void => {
  if (statement) features.set(name, (features.get(name) ?? false) || isEverywhere(statement))
}

/** The features inside this one. */
const inside = ({ __compat: _ownSupport, ...features }: Identifier): [string, Identifier][] =>
  Object.entries<Identifier>(features)

for (const owners of [api, builtins])
  for (const [owner, members] of inside(owners)) {
    note(owner, members)
    for (const [member, feature] of inside(members)) {
      const name = member.replace(/_(?:static|event)$/, '')
      note(`${owner}.${name}`, feature)
      if (KNOWN_BY_NAME.has(owner) || (feature.__compat && isEverywhere(feature.__compat)))
        note(`.${name}`, feature)
      if (owner === 'Window') note(name, feature)
    }
  }

/** The objects that stand for the one of their class. */
const CLASSES: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  crypto: 'Crypto',
}

/** What a file uses that not all of our browsers have, by its place in the text. */
export function lackingIn(file: string, code: string): string[] {
  const found = new Set<string>()
  const isAsked = (name: string) => ASKED[name]?.split(' ').includes(file) ?? false
  const check = (name: string, feature = name) => {
    if ((features.get(feature) === false || name in ASKED) && !isAsked(name)) found.add(name)
  }
  const called = new Set<ESTree.Node>()
  /** The members that are called as `owner.member?.()`. */
  const guarded = new Set<ESTree.Node>()
  new Visitor({
    CallExpression({ callee, optional }) {
      const calls = optional ? guarded : called
      calls.add(callee)
      if (callee.type === 'Identifier' && callee.name in ASKED) check(callee.name)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') check(callee.name)
    },
    MemberExpression(node) {
      if (node.computed || node.optional || guarded.has(node) || node.property.type !== 'Identifier') return
      const owner = node.object.type === 'Identifier' ? node.object.name : ''
      const name = `${owner}.${node.property.name}`
      const exact = `${CLASSES[owner] ?? owner}.${node.property.name}`
      if (owner && features.has(exact)) check(name, exact)
      else if (called.has(node)) check(name, `.${node.property.name}`)
    },
  }).visit(parseSync(file, code).program)
  return [...found]
}

/** The same for the whole client, a line each. */
export const lackingBrowserFeatures = (root: string): string[] =>
  globSync(['src/client/**/*.{ts,tsx,js}', 'src/contract/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/showcase\//.test(file))
    .flatMap((file) =>
      lackingIn(file, readFileSync(path.join(root, file), 'utf8')).map(
        (name) => `browser-support: ${file}: not all browsers of scripts/browsers.ts have ${name}`,
      ),
    )

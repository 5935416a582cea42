import type { ReactNode } from 'react'
import { Logo } from '../Logo.tsx'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { Actions } from './Actions.tsx'
import { Data } from './Data.tsx'
import { Forms } from './Forms.tsx'
import { Foundations } from './Foundations.tsx'
import { Motion } from './Motion.tsx'
import { Pictures } from './Pictures.tsx'
import { Rooms } from './Rooms.tsx'

const PARTS: readonly [string, ReactNode][] = [
  ['Foundations', <Foundations key="f" />],
  ['Pictures', <Pictures key="p" />],
  ['Actions', <Actions key="a" />],
  ['Forms', <Forms key="o" />],
  ['Data', <Data key="d" />],
  ['Rooms', <Rooms key="r" />],
  ['Motion', <Motion key="m" />],
]

/** Every primitive in every state, to be looked at. Served by the dev server only. */
export const Showcase = () => (
  <div className="mx-auto max-w-page px-4 pb-24">
    <header className="flex flex-wrap items-center justify-between gap-4 py-6">
      <Logo />
      <ThemeToggle />
    </header>
    <main>
      <h1 className="mb-2 text-4xl">The palace fittings</h1>
      <p className="mb-12 max-w-read text-lg text-ink-soft">
        Every tap, seat and towel rail of the house, in every state it can be found in.
      </p>
      {PARTS.map(([title, part]) => (
        <section key={title} id={title.toLowerCase()} className="mb-16">
          <h2 className="mb-6 border-b border-hairline pb-2 text-2xl">{title}</h2>
          {part}
        </section>
      ))}
    </main>
  </div>
)

import type { ComponentType } from 'react'
import { BackBar } from '../BackBar.tsx'
import { Logo } from '../Logo.tsx'
import { PageHeading } from '../PageHeading.tsx'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { Actions } from './Actions.tsx'
import { Data } from './Data.tsx'
import { Forms } from './Forms.tsx'
import { Foundations, Motion, Pictures } from './Foundations.tsx'
import { Rooms } from './Rooms.tsx'

const PARTS: readonly [string, ComponentType][] = [
  ['Foundations', Foundations],
  ['Pictures', Pictures],
  ['Actions', Actions],
  ['Forms', Forms],
  ['Data', Data],
  ['Rooms', Rooms],
  ['Motion', Motion],
]

/** Every component in every state. Served by the development server only. */
export const Showcase = () => (
  <div className="mx-auto max-w-page px-4 pb-24">
    <header className="flex flex-wrap items-center justify-between gap-4 py-6">
      <Logo />
    </header>
    <main>
      <BackBar title="Showcase" />
      <PageHeading title="The palace fittings" className="pt-4 pb-2">
        <ThemeToggle />
      </PageHeading>
      <p className="mb-12 max-w-read text-lg text-ink-soft">
        Every tap, seat and towel rail of the house, in every state it can be found in.
      </p>
      {PARTS.map(([title, Part]) => (
        <section key={title} id={title.toLowerCase()} className="mb-16">
          <h2 className="mb-6 border-b border-hairline pb-2 text-2xl">{title}</h2>
          <Part />
        </section>
      ))}
    </main>
  </div>
)

import { BRAND } from '#contract/brand.ts'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { longDate } from '#client/ui/locale.ts'
import { renderedAt } from '#client/ui/rendered-at.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PublicFrame } from './PublicFrame.tsx'
import type { LegalBlock, LegalSection, LegalText } from './legal-text.ts'
import { linkClass } from '#client/ui/TextLink.tsx'
import { serverNow } from '#client/ui/server-time.ts'
import './LegalPage.css'

/** One of the five static pages (product section 2, Legal pages), rendered from its text. */
export const LegalPage = ({ text }: { text: LegalText }) => {
  const title = TITLES[text.path]
  usePageTitle(title)
  return (
    <PublicFrame>
      <div className="s-landing-width s-legal">
        <header className="s-legal-head">
          <h1 className="s-legal-title" tabIndex={-1}>
            {title}
          </h1>
          <p className="s-legal-lead">{DESCRIPTIONS[text.path]}</p>
          <LastUpdated />
        </header>
        <Contents sections={text.sections} />
        <article className="s-legal-text">
          {text.sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </article>
      </div>
    </PublicFrame>
  )
}

/** Always today's date, as the product document says. */
const LastUpdated = () => {
  const isHydrating = useHydrating()
  const now = isHydrating ? renderedAt() : serverNow()
  return (
    <p className="text-sm text-ink-faint">
      Last updated:{' '}
      <time dateTime={new Date(now).toISOString().slice(0, 10)}>
        {longDate(now, isHydrating ? 'UTC' : undefined)}
      </time>
    </p>
  )
}

const Contents = ({ sections }: { sections: readonly LegalSection[] }) => (
  <nav aria-label="On this page" className="s-legal-contents">
    <h2 className="s-kicker">On this page</h2>
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a className={linkClass('quiet')} href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

const Section = ({ section: { id, title, blocks } }: { section: LegalSection }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} className="s-legal-heading">
      {title}
    </h2>
    {blocks.map((block, at) => (
      // The text never changes, so an index is a stable key.
      <Block key={at} block={block} />
    ))}
  </section>
)

const Block = ({ block }: { block: LegalBlock }) => {
  if (typeof block === 'string') return <p>{block}</p>
  if ('mail' in block) return <MailParagraph before={block.before} address={BRAND.mail[block.mail]} />
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

const MailParagraph = ({ before, address }: { before: string; address: string }) => (
  <p>
    {before}{' '}
    <a className={linkClass('inline')} href={`mailto:${address}`}>
      {address}
    </a>
    .
  </p>
)

import type { ReactNode } from 'react'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { PublicFrame } from '#client/features/site/legal/PublicFrame.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { FounderVideo } from './FounderVideo.tsx'
import { STORY } from './founder-story.ts'
import './FoundersPage.css'

/** /founders (product section 2, Founders page). */
export const FoundersPage = () => {
  const title = TITLES['/founders']
  usePageTitle(title)
  return (
    <PublicFrame lastWord={<LastWord />}>
      <div className="s-landing-width s-founder">
        <header className="s-founder-head">
          <h1 className="s-founder-title" tabIndex={-1}>
            {title}
          </h1>
          <p className="s-founder-lead">{DESCRIPTIONS['/founders']}</p>
        </header>
        <FounderVideo />
        <div className="s-founder-chapters">
          <Chapter id="origin" title="Origin Story">
            {STORY.origin.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Chapter>
          <Chapter id="vision" title="The Vision">
            <p className="s-founder-vision">{STORY.vision}</p>
          </Chapter>
          <Philosophy />
          <Chapter id="mission" title="The Mission">
            <p>{STORY.mission}</p>
          </Chapter>
          <FunFacts />
        </div>
        <Doors />
      </div>
    </PublicFrame>
  )
}

const Chapter = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="s-founder-chapter">
    <h2 id={id} className="s-founder-heading">
      {title}
    </h2>
    <div className="s-founder-words">{children}</div>
  </section>
)

const Philosophy = () => (
  <Chapter id="philosophy" title="The Philosophy">
    <ol className="s-founder-rules">
      {STORY.philosophy.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Chapter>
)

const FunFacts = () => (
  <Chapter id="facts" title="Fun Facts">
    <ul className="s-founder-facts">
      {STORY.facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </Chapter>
)

const Doors = () => (
  <p className="s-founder-doors">
    <ButtonLink to="/register" variant="primary" size="lg">
      Start Your Journey
    </ButtonLink>
    <ButtonLink to="/" size="lg">
      Explore the Platform
    </ButtonLink>
  </p>
)

const LastWord = () => (
  <aside className="s-founder-last" aria-label="Join">
    <div className="s-landing-width">
      <p>Every revolution needs somebody to sit down first.</p>
      <ButtonLink to="/register" variant="primary" size="lg">
        Start the Revolution
      </ButtonLink>
    </div>
  </aside>
)

import type { ReactNode } from 'react'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { PublicFrame } from '#client/features/site/legal/PublicFrame.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { FounderVideo } from './FounderVideo.tsx'
import './FoundersPage.css'
import { BRAND } from '#contract/brand.ts'

/** The founder's story (product section 2, Founders page). */
const STORY = {
  origin: [
    'It began, as most honest thinking does, behind a locked door. The founder had just deleted the ninth draft of a harmless remark, because each of the first eight might have been misunderstood by somebody with a profile picture of a sailing boat.',
    `Outside there were networks for careers, for breakfasts and for being seen to care. There was none for the thought you have at twenty past seven in the morning with your phone in your hand and nowhere to be. So the founder built one around the only chair in the house where nobody pretends, and called it ${BRAND.name}.`,
  ],
  vision:
    'A kingdom where rank is decided by who makes the others laugh, where the newest peasant may roast the oldest duke, and where a thought comes out the way it came in. The crown is decoration. The seat is for everybody.',
  philosophy: [
    {
      title: 'Post it',
      text: 'Say it first and polish it never. A thought that waits until it is presentable has usually left by then.',
    },
    {
      title: 'Roast it',
      text: 'Nothing is above a joke, and the one who tells it is the first to be sat on. Punch upwards, sideways and at the mirror.',
    },
    {
      title: 'Share it',
      text: 'Relief is better in company. If it made you snort in a public place, somebody else deserves the same embarrassment.',
    },
  ],
  mission:
    'To give every adult and every teenager from thirteen up a place to post what they really think, in five hundred characters or sixty seconds of film, without a costume and without a committee. And to see to it that rude never means cruel: the guards read every report within twenty-four hours.',
  facts: [
    'The king has never been seen standing up.',
    'The whole court was drawn with one line weight, five fillings and no budget.',
    'The first decree of the house was "please jiggle the handle". It is still in force.',
    'None of the products in our advertisements exist. Eleven people have complained about the delivery times.',
    'The duke is waterproof, and the only one of us who is.',
    "The founder's chair has been called ergonomic by nobody.",
  ],
} as const

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

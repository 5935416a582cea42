import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import {
  FIRST_STEPS,
  endFirstSteps,
  useFirstSteps,
  type FirstStep,
} from '#client/features/people/data/users/first-steps.ts'
import { useWrite } from '#client/live/use-write.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { FaceStep } from './FaceStep.tsx'
import { DropStep, PeopleStep } from './WelcomeSteps.tsx'

const STEPS: Readonly<Record<FirstStep, { title: string; says: string; content: ReactNode }>> = {
  face: {
    title: 'Show your face',
    says: 'Add a picture and a line about you. You can also do this later.',
    content: <FaceStep />,
  },
  people: {
    title: 'Find your court',
    says: 'Follow a few people to see their posts in your Following feed.',
    content: <PeopleStep />,
  },
  drop: {
    title: 'Leave your first drop',
    says: 'Nobody expects greatness. Begin with one of these, or with your own words:',
    content: <DropStep />,
  },
}

/** Three steps: picture and bio, people to follow, the first post. */
export const WelcomeCard = () => {
  const step = useFirstSteps((state) => state.step)
  const { pending, run } = useWrite()
  const { title, says, content } = STEPS[step]
  const place = FIRST_STEPS.indexOf(step) + 1
  const heading = useHeadingOf(step)
  return (
    <section aria-labelledby="welcome" className="border-b border-hairline px-4 py-4 sm:px-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm text-brass-ink">
            Be presented at court, step {place} of {FIRST_STEPS.length}
          </p>
          <h2 ref={heading} id="welcome" tabIndex={-1} className="scroll-mt-24 text-xl">
            {title}
          </h2>
        </div>
        <IconButton
          label="Dismiss the first steps"
          icon={<X />}
          size="sm"
          pending={pending}
          onClick={() => void run({ write: endFirstSteps, failed: 'Failed to dismiss the first steps' })}
        />
      </div>
      <p className="mt-1 mb-4 text-ink-soft">{says}</p>
      {content}
    </section>
  )
}

/** The next step begins at its heading: the button that was pressed may have been a long way below it. */
function useHeadingOf(step: FirstStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return heading
}

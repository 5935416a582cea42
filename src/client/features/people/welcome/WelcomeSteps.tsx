import { useNavigate } from 'react-router-dom'
import { changeDraft } from '#client/features/posts/data/draft.store.ts'
import { goToStep } from '#client/features/people/data/users/first-steps.ts'
import { useSuggestions } from '#client/features/people/data/suggestions/suggestions.store.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { People } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { Button } from '#client/ui/Button.tsx'

export const PeopleStep = () => {
  const { ids, mutual, failed } = useSuggestions()
  return (
    <>
      <div className="-mx-4 mb-4 border-t border-hairline sm:-mx-5">
        {ids && <People ids={ids} mutual={mutual} compact />}
        {!ids && !failed && <PeopleSkeleton label="Loading people to follow..." compact />}
      </div>
      {(failed || ids?.length === 0) && <p className="mb-4">You are early: there is nobody to follow yet.</p>}
      <Button variant="primary" size="sm" onClick={() => goToStep('drop')}>
        Next
      </Button>
    </>
  )
}

const PROMPTS = [
  'My first confession from this seat: ',
  'What nobody tells you about my job: ',
  'The worst bathroom I have ever survived: ',
] as const

/** A prompt becomes the draft. The first post ends the steps (first-steps.ts). */
export const DropStep = () => {
  const navigate = useNavigate()
  const write = (prompt: string) => {
    changeDraft({ text: prompt })
    void navigate('/compose')
  }
  return (
    <ul className="flex flex-col items-start gap-2">
      {PROMPTS.map((prompt) => (
        <li key={prompt}>
          <Button size="sm" onClick={() => write(prompt)}>
            {prompt.trim().replace(/:$/, '…')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

import { Ban, Check, Flag } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { inSentence } from '#contract/text.ts'
import { decideRequest } from '#client/features/messages/data/conversation-settings.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { AskAboutPerson, type AskAboutPersonProps } from '../AskAboutPerson.tsx'

export interface RequestBarProps {
  conversationId: string
  person: ActorView
  state: NonNullable<ConversationView['request']>
}

/** Above the field of a request: what the viewer can do with it. An answer accepts it. */
export const RequestBar = ({ conversationId, person, state }: RequestBarProps) => {
  const navigate = useNavigate()
  const { pending, run } = useWrite()
  const [asks, setAsks] = useState<AskAboutPersonProps['asks']>(null)
  const accept = () =>
    run({ write: () => decideRequest(conversationId, 'accept'), failed: 'Failed to accept the request' })
  const decline = () =>
    run({
      write: () => decideRequest(conversationId, 'decline'),
      done: 'Request declined',
      failed: 'Failed to decline the request',
    })
  const leave = () => void navigate('/messages?requests=all')
  return (
    <div className="flex flex-col gap-3 border-t border-hairline p-4 text-sm">
      <p className="text-ink-soft">
        {state === 'waiting'
          ? `${inSentence(person.displayName)} is new to you. They cannot see that you read this or that you are online until you accept or answer.`
          : 'You have declined this request. If you answer, you accept it.'}
      </p>
      <div className="flex flex-wrap gap-x-1 gap-y-2">
        <Button size="sm" variant="primary" icon={<Check />} pending={pending} onClick={() => void accept()}>
          Accept
        </Button>
        {state === 'waiting' && (
          <Button
            size="sm"
            pending={pending}
            onClick={() => void decline().then((declined) => declined && leave())}
          >
            Decline
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={<Flag />} onClick={() => setAsks('report')}>
          Report
        </Button>
        <Button size="sm" variant="ghost" icon={<Ban />} onClick={() => setAsks('block')}>
          Block
        </Button>
      </div>
      <AskAboutPerson
        person={person}
        asks={asks}
        onClose={() => setAsks(null)}
        onBlocked={() => void decline().then(leave)}
      />
    </div>
  )
}

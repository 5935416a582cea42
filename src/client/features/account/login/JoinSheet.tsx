import { closeAsked, useAsked } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { forgetAct } from '#client/features/account/data/viewer/wanted-act.ts'
import type { WantedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Mascot } from '#client/ui/Mascot.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'

function wordsFor(act: WantedAct): { title: string; says: string } {
  if (act.kind === 'comment')
    return {
      title: 'Leave your mark',
      says: 'Create an account, and we post your comment at once. Your words are kept.',
    }
  if (act.kind === 'follow')
    return { title: 'Join the court', says: 'Create an account, and you follow them at once.' }
  if (act.kind === 'poo')
    return {
      title: 'Throw the first poo',
      says: 'Create an account, and your 💩 lands on this comment at once.',
    }
  if (act.kind === 'vote')
    return { title: 'Cast your vote', says: 'Create an account, and your vote counts at once.' }
  return {
    title: act.emoji === '💩' ? 'Throw the first poo' : 'Cast your first verdict',
    says: `Take a seat, and your ${act.emoji} lands on this ${act.kind === 'react' ? 'post' : 'decree'} at once.`,
  }
}

/** Offers an account to a visitor who was about to do something, which is done afterwards. */
export const JoinSheet = () => {
  const asked = useAsked((state) => state.asked)
  const refuse = () => {
    forgetAct()
    closeAsked()
  }
  const { title, says } = asked ? wordsFor(asked.act) : { title: '', says: '' }
  return (
    <Sheet
      open={asked !== null}
      onOpenChange={(stays) => !stays && refuse()}
      size="sm"
      title={title}
      description={says}
    >
      {asked && (
        <div className="flex items-end gap-4">
          <Mascot name="jester" size={96} className="shrink-0" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <ButtonLink to={withNext('/register', asked.next)} variant="primary" block onClick={closeAsked}>
              Create account
            </ButtonLink>
            <ButtonLink to={withNext('/login', asked.next)} block onClick={closeAsked}>
              Log in
            </ButtonLink>
          </div>
        </div>
      )}
    </Sheet>
  )
}

import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

export interface TilingRoomProps {
  name: string
  /** Where part of what the room is for can be done already. */
  meanwhile?: { label: string; to: string }
}

/** A room whose door is there before the room is: says so plainly, and shows the way on. */
export const TilingRoom = ({ name, meanwhile = { label: 'Back to the palace', to: '/' } }: TilingRoomProps) => {
  usePageTitle(name)
  return (
    <div className="grid min-h-[70dvh] place-content-center">
      <EmptyState as="h1" mascot="guard" title="This room is still being tiled." action={<ButtonLink to={meanwhile.to}>{meanwhile.label}</ButtonLink>}>
        {name} opens when the grout is dry.
      </EmptyState>
    </div>
  )
}

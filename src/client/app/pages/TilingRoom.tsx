import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/** A room whose door is there before the room is: says so plainly, and shows the way back. */
export const TilingRoom = ({ name }: { name: string }) => {
  usePageTitle(name)
  return (
    <div className="grid min-h-[70dvh] place-content-center">
      <EmptyState as="h1" mascot="guard" title="This room is still being tiled." action={<ButtonLink to="/">Back to the palace</ButtonLink>}>
        {name} opens when the grout is dry.
      </EmptyState>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'

/** The blog's pages for admins; others are told why they cannot enter (product section 2, Blog). */
export const ArchiveDoor = ({ children }: { children: ReactNode }) => {
  const isAdmin = useViewer()?.isAdmin ?? false
  return isAdmin ? <AdminDoor>{children}</AdminDoor> : <AdminsOnly />
}

const AdminsOnly = () => (
  <EmptyState
    as="h1"
    mascot="guard"
    title="Royal Access Required"
    action={
      <ButtonLink to="/blog" variant="primary">
        Return to Royal Archives
      </ButtonLink>
    }
  >
    Only the King can access the royal blog archives.
  </EmptyState>
)

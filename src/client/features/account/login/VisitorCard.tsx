import { ButtonLink } from '#client/ui/ButtonLink.tsx'

/** Invites a visitor. Each place gives it a frame. */
export const VisitorCard = () => (
  <>
    <p className="mb-3 text-ink-soft">
      React, roast and leave drops of your own. It is free, and takes a minute.
    </p>
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/register" variant="primary" size="sm">
        Create account
      </ButtonLink>
      <ButtonLink to="/login" size="sm">
        Sign In
      </ButtonLink>
    </div>
  </>
)

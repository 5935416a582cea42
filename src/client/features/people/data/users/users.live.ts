import type { LiveEvent } from '#client/live/registry.ts'
import { markPersonDeleted, applyPublicProfile } from './users.store.ts'

export const onProfileUpdated = ({ profile }: LiveEvent<'profile:updated'>): void =>
  applyPublicProfile(profile)

export const onProfileDeleted = ({ id }: LiveEvent<'profile:deleted'>): void => markPersonDeleted(id)

import type { LiveEvent } from '#client/live/registry.ts'
import { departPerson, takePublicProfile } from './users.store.ts'

export const onProfileUpdated = ({ profile }: LiveEvent<'profile:updated'>): void =>
  takePublicProfile(profile)

export const onProfileDeleted = ({ id }: LiveEvent<'profile:deleted'>): void => departPerson(id)

import type { LiveEvent } from '#client/live/registry.ts'
import { buryDecree, takeDecree } from './blog.store.ts'

export const onBlogUpdated = ({ decree }: LiveEvent<'blog:updated'>): void => takeDecree(decree)

export const onBlogDeleted = (tombstone: LiveEvent<'blog:deleted'>): void => buryDecree(tombstone)

import type { LiveEvent } from '#client/live/registry.ts'
import { markDecreeDeleted, applyDecree } from './blog.store.ts'

export const onBlogUpdated = ({ decree }: LiveEvent<'blog:updated'>): void => applyDecree(decree)

export const onBlogDeleted = (tombstone: LiveEvent<'blog:deleted'>): void => markDecreeDeleted(tombstone)

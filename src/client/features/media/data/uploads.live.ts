import type { LiveEvent } from '#client/live/registry.ts'
import { applyUploadView } from './uploads.store.ts'

export const onMediaUpdated = ({ media }: LiveEvent<'media:updated'>): void => applyUploadView(media)

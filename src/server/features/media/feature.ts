import type { ExportedThing, Feature } from '#server/shared/feature.ts'
import { LinkCardModel } from './link-cards/link-cards.model.ts'
import { MediaModel } from './media.model.ts'
import { eraseMedia, exportedFiles } from './media.personal-data.ts'
import { subscribeMediaRemoval } from './media-removal.ts'
import { mediaRoutes } from './media.routes.ts'

async function* filesOf(id: string): AsyncGenerator<ExportedThing> {
  for await (const { open: _, ...file } of exportedFiles(id)) yield file
}

export const media: Feature = {
  name: 'media',
  routes: [...mediaRoutes],
  collections: [MediaModel, LinkCardModel],
  listeners: [subscribeMediaRemoval],
  erases: [eraseMedia],
  exports: { files: { title: 'Pictures and videos', rows: filesOf } },
}

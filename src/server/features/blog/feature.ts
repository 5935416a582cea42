import type { Feature } from '#server/platform/feature.ts'
import { eraseAuthorship } from './blog.departure.ts'
import { exportedDecrees } from './blog.export.ts'
import { BlogModel } from './blog.model.ts'
import { blogRoutes } from './blog.routes.ts'

export const blog: Feature = {
  name: 'blog',
  routes: [...blogRoutes],
  collections: [BlogModel],
  erases: [eraseAuthorship],
  exports: { decrees: { rows: exportedDecrees } },
}

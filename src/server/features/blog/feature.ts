import type { Feature } from '#server/platform/feature.ts'
import { BlogModel } from './blog.model.ts'
import { eraseAuthorship, exportedBlogPosts } from './blog.personal-data.ts'
import { blogRoutes } from './blog.routes.ts'

export const blog: Feature = {
  name: 'blog',
  routes: [...blogRoutes],
  collections: [BlogModel],
  erases: [eraseAuthorship],
  exports: { decrees: { title: 'Royal decrees', rows: exportedBlogPosts } },
}

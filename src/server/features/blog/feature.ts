import type { Feature } from '#server/platform/feature.ts'
import { BlogModel } from './blog.model.ts'
import {
  eraseAuthorship,
  eraseSubscriptions,
  exportedBlogPosts,
  exportedSubscriptions,
} from './blog.personal-data.ts'
import { blogRoutes } from './blog.routes.ts'
import { blogMailRoutes } from './mails/mails.routes.ts'
import { DecreeMailModel, SubscriptionModel } from './mails/subscriptions.model.ts'

export const blog: Feature = {
  name: 'blog',
  routes: [...blogRoutes, ...blogMailRoutes],
  collections: [BlogModel, SubscriptionModel, DecreeMailModel],
  erases: [eraseAuthorship, eraseSubscriptions],
  exports: {
    decrees: { title: 'Royal decrees', rows: exportedBlogPosts },
    decreeMails: { title: 'Decrees by mail', rows: exportedSubscriptions },
  },
}

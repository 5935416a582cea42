import type { Feature } from '#server/shared/feature.ts'
import { BlogModel } from './blog.model.ts'
import {
  eraseAuthorship,
  eraseDecreeReactions,
  eraseSubscriptions,
  exportedBlogPosts,
  exportedDecreeReactions,
  exportedSubscriptions,
} from './blog.personal-data.ts'
import { blogRoutes } from './blog.routes.ts'
import { blogMailRoutes } from './mails/mails.routes.ts'
import { DecreeReactionModel } from './reactions/reactions.model.ts'
import { DecreeMailModel, SubscriptionModel } from './mails/subscriptions.model.ts'

export const blog: Feature = {
  name: 'blog',
  routes: [...blogRoutes, ...blogMailRoutes],
  collections: [BlogModel, DecreeReactionModel, SubscriptionModel, DecreeMailModel],
  erases: [eraseAuthorship, eraseSubscriptions, eraseDecreeReactions],
  exports: {
    decrees: { title: 'Royal decrees', rows: exportedBlogPosts },
    decreeReactions: { title: 'Reactions to royal decrees', rows: exportedDecreeReactions },
    decreeMails: { title: 'Decrees by mail', rows: exportedSubscriptions },
  },
}

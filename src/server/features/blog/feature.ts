import type { Feature } from '#server/shared/feature.ts'
import { BlogModel } from './blog.model.ts'
import {
  eraseAuthorship,
  eraseArticleReactions,
  eraseSubscriptions,
  exportedBlogPosts,
  exportedArticleReactions,
  exportedSubscriptions,
} from './blog.personal-data.ts'
import { blogRoutes } from './blog.routes.ts'
import { blogMailRoutes } from './mails/mails.routes.ts'
import { ArticleReactionModel } from './reactions/reactions.model.ts'
import { ArticleMailModel, SubscriptionModel } from './mails/subscriptions.model.ts'

export const blog: Feature = {
  name: 'blog',
  routes: [...blogRoutes, ...blogMailRoutes],
  collections: [BlogModel, ArticleReactionModel, SubscriptionModel, ArticleMailModel],
  erases: [eraseAuthorship, eraseSubscriptions, eraseArticleReactions],
  exports: {
    decrees: { title: 'Royal decrees', rows: exportedBlogPosts },
    decreeReactions: { title: 'Reactions to royal decrees', rows: exportedArticleReactions },
    decreeMails: { title: 'Decrees by mail', rows: exportedSubscriptions },
  },
}

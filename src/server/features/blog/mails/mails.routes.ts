import { z } from 'zod'
import { RecoveryView } from '#contract/account.ts'
import {
  BlogMailsInput,
  BlogMailsView,
  ConfirmSubscriptionInput,
  SubscribeInput,
} from '#contract/blog.mails.ts'
import { networkOf } from '#server/platform/address.ts'
import { redirect } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import {
  askAddress,
  blogMailsOf,
  confirmSubscription,
  endSubscription,
  switchBlogMails,
} from './subscriptions.service.ts'

/** The id of a subscription and our signature. Anything else is no link of ours: 404. */
const EndLink = z.object({ token: z.string().regex(/^[0-9a-f]{24}\.[\w-]{1,100}$/) })
const route = routesOf({ tag: 'blog', access: 'visitor' })

export const blogMailRoutes = [
  route.get('/blog/mails', {
    summary: 'Whether new articles are mailed on request, and to the viewer',
    limit: 'read',
    answers: { 200: BlogMailsView },
    handle: ({ viewer }) => blogMailsOf(viewer),
  }),
  route.put('/blog/mails', {
    summary: "Mail new articles to the account's address, or stop; 409 while it is not confirmed",
    access: 'user',
    limit: 'write',
    body: BlogMailsInput,
    answers: { 200: BlogMailsView },
    handle: ({ viewer, body }) => switchBlogMails(viewer, body.subscribed),
  }),
  route.post('/blog/mails/ask', {
    summary: 'Ask an address by mail whether it wants new articles; answers the same for all addresses',
    limit: 'write',
    body: SubscribeInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => askAddress(body.email, networkOf(req.ip)),
  }),
  route.post('/blog/mails/confirm', {
    summary: 'Confirm an address with its mailed link, once',
    limit: 'write',
    body: ConfirmSubscriptionInput,
    answers: { 200: RecoveryView },
    handle: ({ body }) => confirmSubscription(body.token),
  }),
  route.get('/blog/mails/end/:token', {
    summary: 'Leads to the page that ends a subscription; changes nothing',
    limit: 'read',
    params: EndLink,
    answers: { 302: null },
    handle: ({ params }) => Promise.resolve(redirect(`/blog-mail?end=${encodeURIComponent(params.token)}`)),
  }),
  route.post('/blog/mails/end/:token', {
    summary: 'End a subscription with the link in its mails; mail programs call it too (RFC 8058)',
    limit: 'write',
    params: EndLink,
    answers: { 200: RecoveryView },
    handle: ({ params }) => endSubscription(params.token),
  }),
]

import type { news as source } from '../it/news.ts';
import type { Texts } from '../message-types.ts';

export const news: Texts<typeof source> = {
  title: 'News',
  popupHide: 'Do not show again',
  popupHideOne: 'Do not show “{{title}}” again',
  popupHint: 'You find them on the landing page. They can be switched off in Settings, Appearance and language.',
  add: 'Write a news item',
  edit: 'Edit the news item',
  label: 'News written',
  column: { title: 'Title', state: 'State', published: 'Published', updated: 'Changed' },
  draft: 'draft',
  isPublished: 'published',
  form: { title: 'Title', text: 'Text', publish: 'Published' },
  publishHint: 'Whoever signs in sees it, except administrators. A draft is seen by administrators only.',
  remove: 'Delete',
  removeText: 'The item disappears for everybody.',
  empty: 'No news',
  emptyText: 'What you write and publish here is shown to people at their next sign-in.',
};

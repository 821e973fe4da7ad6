-- Term of the ministry's answers, set in the browser with its basis and act; null: what the server was started with.
alter table plant_settings
  add column look_up_answer_days integer check (look_up_answer_days between 1 and 3650),
  add column look_up_answer_basis text not null default '',
  add column look_up_answer_act text not null default '';

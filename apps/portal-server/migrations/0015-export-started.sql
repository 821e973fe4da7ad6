-- When an export began is when the first of its parts did: nobody writes into the row of the export while parts come.

alter table export_job drop column started_at;

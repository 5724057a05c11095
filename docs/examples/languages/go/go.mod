module requests

go 1.19
